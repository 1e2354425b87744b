import { dotWhisker, scaleEnds } from './dot-whisker.ts';
import { escapeHtml, isolated } from './html-escape.ts';
import { languageName } from './language-name.ts';
import type { Report } from './report-source.ts';
import { leniencyText } from './trust-sentences.ts';

/** By how much each judge is kinder (above none) or stricter than gold, whole and by language. */
export function leniencySection({ judges }: Report): string {
  const lines = judges.flatMap(({ summary, leniency, leniencyUnit }) =>
    leniencyUnit === undefined ? [] : leniency.map((one) => ({ judge: summary.judge, one, unit: leniencyUnit })),
  );
  const known = lines.flatMap(({ one }) => (one.status === 'ok' ? [one] : []));
  if (known.length === 0) return '';
  const reach = Math.max(...known.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)])) || 1;
  const several = judges.length > 1;
  const groups = [...new Set(lines.map(({ one }) => one.group))];
  const rows = groups
    .flatMap((group) => lines.filter(({ one }) => one.group === group))
    .map(({ judge, one, unit }) => {
      const told =
        one.status === 'ok' ? escapeHtml(leniencyText({ ...one, status: 'ok' }, unit)) : `undefined: ${escapeHtml(one.reason)}`;
      return `<tr><th scope="row">${languageName(one.group)}</th>${several ? `<td>${isolated(judge)}</td>` : ''}<td class="picture">${dotWhisker(one, { from: -reach, to: reach, mark: 0 })}</td><td class="number">${told}</td><td class="number">${one.n}</td><td class="number">${one.missing}</td></tr>`;
    });
  return `<section aria-labelledby="leniency"><h2 id="leniency">Stricter or kinder than gold</h2>
<p class="note">Verdict less gold on the scale’s order, in the mean: left of the mark the judge is stricter, right of it kinder. Intervals are of one row each; the answer above names a language only where its interval at a level of 1 − 0.05 / languages leaves out 0.</p>
<div class="wide" role="region" aria-label="Stricter or kinder than gold" tabindex="0"><table><caption class="unseen">Stricter or kinder than gold</caption><thead><tr><th scope="col">language</th>${several ? '<th scope="col">judge</th>' : ''}<th scope="col"><span class="unseen">picture</span>${scaleEnds('stricter', 'kinder')}</th><th scope="col" class="number">verdict less gold</th><th scope="col" class="number">n</th><th scope="col" class="number">missing</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>`;
}
