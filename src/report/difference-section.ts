import { dotWhisker, scaleEnds } from './dot-whisker.ts';
import { differenceText } from './figure.ts';
import { escapeHtml, isolated } from './html-escape.ts';
import { languageName } from './language-name.ts';
import type { JudgeDifference, Report } from './report-source.ts';

/** Paired differences of judges, drawn around none; figures that are on a share's scale share a scale. */
export function differenceSection({ differences }: Report): string {
  if (differences.length === 0) return '';
  const metrics = [...new Set(differences.map(({ metric }) => metric))];
  const tables = metrics.map((metric) =>
    tableOf(
      metric,
      differences.filter((difference) => difference.metric === metric),
    ),
  );
  return `<section aria-labelledby="differences"><h2 id="differences">Differences between judges</h2>
<p class="note">The second judge less the first, on what both scored. Where the line crosses the upright mark, these items do not tell them apart. p is of one comparison; of many languages some are small by chance.</p>
${tables.join('\n')}</section>`;
}

function tableOf(metric: string, differences: readonly JudgeDifference[]): string {
  const known = differences.filter((difference) => difference.status === 'ok');
  const reach = Math.max(0, ...known.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)])) || 1;
  const scale = { from: -reach, to: reach, mark: 0 };
  const ends = ['−', '+'] as const;
  const rows = differences.map((difference) => {
    const told =
      difference.status === 'ok'
        ? `<td class="number">${escapeHtml(differenceText(metric, difference))}</td><td class="number">${difference.p === undefined ? '–' : difference.p < 0.001 ? '&lt; .001' : difference.p.toFixed(3)}</td>`
        : `<td colspan="2">undefined: ${escapeHtml(difference.reason)}</td>`;
    return `<tr><th scope="row">${isolated(difference.b)} against ${isolated(difference.a)}</th><td>${languageName(difference.group)}</td><td class="picture">${dotWhisker(difference, scale)}</td>${told}<td class="number">${difference.n}</td><td class="number">${difference.missing}</td></tr>`;
  });
  const open = metric === 'accuracy' || metric === 'mae' ? ' open' : '';
  return `<details class="printed"${open}><summary>${escapeHtml(metric)}</summary><div class="wide" role="region" aria-label="Differences in ${escapeHtml(metric)}" tabindex="0"><table><caption class="unseen">Differences in ${escapeHtml(metric)}</caption><thead><tr><th scope="col">judges</th><th scope="col">language</th><th scope="col"><span class="unseen">picture</span>${scaleEnds(...ends)}</th><th scope="col" class="number">difference</th><th scope="col" class="number">p</th><th scope="col" class="number">n</th><th scope="col" class="number">missing</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></details>`;
}
