import { dotWhisker, scaleEnds } from './dot-whisker.ts';
import { figureText } from './figure.ts';
import { escapeHtml, isolated } from './html-escape.ts';
import { endsOf, scaleOf } from './metric-bounds.ts';
import type { Report, ReportedJudge } from './report-source.ts';

/** Agreement in each group of rows that the data names (`map.group`), where groups have several. */
export function groupSection({ judges }: Report): string {
  const parts = judges.filter(({ groups }) => groups.groups.length > 0).map((judge) => tableOf(judge, judges.length > 1));
  if (parts.length === 0) return '';
  return `<section aria-labelledby="groups"><h2 id="groups">By group</h2>
<p class="note">Rows of one source (<code>map.group</code>). Inside a group its rows are what the interval counts; it speaks of this group alone.</p>${parts.join('\n')}</section>`;
}

function tableOf({ summary, groups: { metric, groups, leftOut } }: ReportedJudge, several: boolean): string {
  const scale = scaleOf(
    metric,
    groups.map((one) => ({ name: metric, ...one })),
  );
  const rows = groups.map(
    (one) =>
      `<tr><th scope="row">${isolated(one.group)}</th><td class="picture">${dotWhisker(one, scale)}</td><td class="number">${escapeHtml(figureText(metric, one))}</td></tr>`,
  );
  const name = several ? `: ${summary.judge}` : '';
  const rest =
    leftOut === 0
      ? ''
      : `<p class="note">The ${groups.length} groups with the most judgments; ${leftOut} more are in <code>--tables</code> and the rows.</p>`;
  return `<div class="wide" role="region" aria-label="${escapeHtml(`By group${name}`)}" tabindex="0"><table><caption>${escapeHtml(`${metric} by group${name}`)}</caption><thead><tr><th scope="col">group</th><th scope="col"><span class="unseen">picture</span>${scaleEnds(...endsOf(metric, scale))}</th><th scope="col" class="number">${metric}</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>${rest}`;
}
