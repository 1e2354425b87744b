import { escapeHtml, isolated } from './html-escape.ts';
import type { Report } from './report-source.ts';

/** How the figures came about: run, data, judges with their whole definition, versions, warnings. */
export function provenanceSection({ judges, run }: Report): string {
  const facts: readonly (readonly [string, string])[] = [
    ['run', `${escapeHtml(run.id)} (${escapeHtml(run.state)})`],
    ['begun, last changed', `${escapeHtml(run.createdAt)}, ${escapeHtml(run.updatedAt)}`],
    [
      'data',
      `${isolated(run.data)}: ${run.items} items, ${run.skipped} rows skipped; content ${escapeHtml(run.identity.rowsHash.slice(0, 16))}`,
    ],
    ['draws, seed', `${run.identity.draws}, ${run.identity.seed}`],
    [
      'versions',
      escapeHtml(
        Object.entries(run.versions)
          .map(([name, version]) => `${name} ${version}`)
          .join(', '),
      ),
    ],
    ...(run.warnings.length === 0 ? [] : [['warnings', run.warnings.map(isolated).join('<br>')] as const]),
  ];
  const specs = run.judges.map(
    ({ name, hash, spec }) =>
      `<details><summary>Judge ${isolated(name)} <span class="quiet">${escapeHtml(hash.slice(0, 16))}</span></summary><pre class="text" dir="auto">${escapeHtml(JSON.stringify(spec, undefined, 2))}</pre></details>`,
  );
  const withoutGold = judges[0]?.summary.withoutGold ?? 0;
  return `<section aria-labelledby="made"><h2 id="made">How this was made</h2><dl class="facts">${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}${withoutGold === 0 ? '' : `<dt>without gold</dt><dd>${withoutGold} items: judged, and in no agreement</dd>`}</dl>${specs.join('')}
<p class="note">Intervals are at the 95% level unless a figure says otherwise; draws of one item and items of one group are one cluster. A judge that agrees with these labels has been shown to agree with these labels, no more.</p></section>`;
}
