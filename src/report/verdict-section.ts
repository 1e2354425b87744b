import type { VerdictTable } from '../measure/verdict-table.ts';
import { escapeHtml, isolated } from './html-escape.ts';
import type { Report, ReportedJudge } from './report-source.ts';

/** Labels that a table of gold against verdicts can have and still be read. */
const mostLabels = 30;
/** Labels whose share is drawn. */
const mostBars = 100;

/** Where verdicts went: gold against verdicts as a table, and the distribution of both as bars. */
export function verdictSection({ judges }: Report): string {
  const parts = judges.map((judge) => {
    const several = judges.length > 1 ? `<h3>${isolated(judge.summary.judge)}</h3>` : '';
    return `${several}${distribution(judge)}${confusion(judge)}`;
  });
  return `<section aria-labelledby="verdicts"><h2 id="verdicts">Verdicts against gold</h2>${parts.join('\n')}</section>`;
}

function distribution({ table, summary }: ReportedJudge): string {
  const scored = sum(table.verdicts);
  const gold = goldTotals(table);
  const withGold = sum(gold);
  if (scored === 0) return '<p>No judgment gave a verdict.</p>';
  const seen = table.labels.flatMap((label, place) =>
    table.labels.length > mostLabels && table.verdicts[place] === 0 && gold[place] === 0 ? [] : [{ label, place }],
  );
  const most = seen.reduce(
    (max, { place }) => Math.max(max, (table.verdicts[place] as number) / scored, (gold[place] as number) / (withGold || 1)),
    0,
  );
  const rows = seen.slice(0, mostBars).map(({ label, place }) => {
    const [verdicts, golds] = [table.verdicts[place] as number, gold[place] as number];
    return `<tr><th scope="row">${isolated(label)}</th><td class="picture">${bars(verdicts / scored / most, withGold === 0 ? undefined : golds / withGold / most)}</td><td class="number">${share(verdicts, scored)}</td><td class="number">${withGold === 0 ? '–' : share(golds, withGold)}</td></tr>`;
  });
  return `<div class="wide" role="region" aria-label="Distribution of verdicts and gold, ${escapeHtml(summary.judge)}" tabindex="0"><table class="narrow"><caption>How often each verdict is given, and each gold${table.binned ? ' (in parts of the range)' : ''}</caption><thead><tr><th scope="col">verdict</th><th scope="col"><span class="key judge">judge</span> <span class="key gold">gold</span></th><th scope="col" class="number">judge</th><th scope="col" class="number">gold</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>${seen.length > mostBars ? `<p class="note">${seen.length - mostBars} more verdicts are in <code>--tables</code>.</p>` : ''}`;
}

function bars(judge: number, gold: number | undefined): string {
  const width = (part: number): string => (part * 230).toFixed(1);
  const second = gold === undefined ? '' : `<rect class="gold" x="5" y="12" height="6" width="${width(gold)}"/>`;
  return `<svg class="whiskers" viewBox="0 0 240 22" width="240" height="22" aria-hidden="true" focusable="false"><rect class="judge" x="5" y="4" height="6" width="${width(judge)}"/>${second}</svg>`;
}

function confusion({ table, summary }: ReportedJudge): string {
  const { labels, counts, withoutVerdict } = table;
  const k = labels.length;
  if (sum(counts.values()) + sum(withoutVerdict) === 0) return '<p>No judged row has gold.</p>';
  if (k > mostLabels)
    return `<p>Gold against verdicts has ${k} × ${k} cells, too many to read here: see the table <code>confusion</code> of <code>--tables</code>.</p>`;
  const rows = labels.map((label, gold) => {
    const row = labels.map((_, verdict) => counts.get(gold * k + verdict) ?? 0);
    const total = sum(row);
    const cells = row.map((count, verdict) => {
      const part = total === 0 ? 0 : count / total;
      const shade = count === 0 ? 0 : Math.max(1, Math.round(part * 5));
      return `<td class="number cell ${verdict === gold ? 'same' : 'other'} shade${shade}">${count}${total === 0 || count === 0 ? '' : ` <span class="quiet">${Math.round(part * 100)}%</span>`}</td>`;
    });
    return `<tr><th scope="row">${isolated(label)}</th>${cells.join('')}<td class="number">${withoutVerdict[gold]}</td></tr>`;
  });
  const head = labels.map((label) => `<th scope="col" class="number">${isolated(label)}</th>`).join('');
  return `<div class="wide" role="region" aria-label="Gold against verdicts, ${escapeHtml(summary.judge)}" tabindex="0"><table class="narrow confusion"><caption>Gold (rows) against verdicts (columns), in judgments; shares are of the row’s verdicts</caption><thead><tr><th scope="col">gold ↓ verdict →</th>${head}<th scope="col" class="number">no verdict</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

function goldTotals({ labels, counts, withoutVerdict }: VerdictTable): number[] {
  const totals = [...withoutVerdict];
  for (const [cell, count] of counts)
    totals[Math.floor(cell / labels.length)] = (totals[Math.floor(cell / labels.length)] as number) + count;
  return totals;
}

function share(count: number, total: number): string {
  return `${count} <span class="quiet">${Math.round((count / total) * 100)}%</span>`;
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}
