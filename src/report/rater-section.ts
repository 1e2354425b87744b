import type { Estimate } from '../stats/estimate.ts';
import { dotWhisker, scaleEnds } from './dot-whisker.ts';
import { figureText } from './figure.ts';
import { escapeHtml, isolated } from './html-escape.ts';
import { endsOf, scaleOf } from './metric-bounds.ts';
import type { Report, ReportedJudge } from './report-source.ts';

/** Each judge against each rater, and raters among themselves, on one scale. */
export function raterSection({ judges }: Report): string {
  const parts = judges.map((judge) => tableOf(judge, judges.length > 1)).filter((part) => part !== '');
  if (parts.length === 0) return '';
  return `<section aria-labelledby="raters"><h2 id="raters">Agreement with each rater</h2>
<p class="note">A judge cannot be asked to agree with people more than people agree with each other. The last two rows are of the items that two raters or more rated, each item counted once.</p>${parts.join('\n')}</section>`;
}

function tableOf({ raters, summary }: ReportedJudge, several: boolean): string {
  if (raters === undefined) return '';
  const { metric, people, leftOut } = raters;
  const lines: { name: string; estimate: Estimate; kappa?: Estimate | undefined; total?: boolean }[] = [
    ...raters.raters.map(({ rater, agreement, kappa }) => ({ name: isolated(rater), estimate: agreement, kappa })),
    ...(people === undefined
      ? []
      : [
          { name: 'a rater with another rater', estimate: people.agreement, total: true },
          { name: 'the judge with a rater, same items', estimate: people.judge, total: true },
        ]),
  ];
  const scale = scaleOf(
    metric,
    lines.map(({ estimate }) => ({ name: metric, group: null, ...estimate })),
  );
  const name = several ? `: ${summary.judge}` : '';
  const rows = lines.map(
    ({ name: who, estimate, kappa, total }) =>
      `<tr${total === true ? ' class="total"' : ''}><th scope="row">${who}</th><td class="picture">${dotWhisker(estimate, scale)}</td><td class="number">${escapeHtml(figureText(metric, estimate))}</td><td class="number">${kappa === undefined ? '–' : escapeHtml(figureText('kappa', kappa))}</td></tr>`,
  );
  const alpha =
    people === undefined
      ? '<p class="note">No item has two raters: how far people agree with each other is not known.</p>'
      : `<p class="note">Krippendorff’s α of the raters: ${escapeHtml(figureText('alpha', people.alpha))}.</p>`;
  const rest =
    leftOut === 0
      ? ''
      : `<p class="note">The ${raters.raters.length} raters with the most ratings; ${leftOut} more are not shown.</p>`;
  return `<div class="wide" role="region" aria-label="${escapeHtml(`Agreement with each rater${name}`)}" tabindex="0"><table><caption>${escapeHtml(`Agreement with each rater${name}`)}</caption><thead><tr><th scope="col">rater</th><th scope="col"><span class="unseen">picture</span>${scaleEnds(...endsOf(metric, scale))}</th><th scope="col" class="number">${metric === 'accuracy' ? 'share of equal answers' : 'mean distance'}</th><th scope="col" class="number">κ</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>${alpha}${rest}`;
}
