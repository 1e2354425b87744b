import type { Metric } from '../measure/headline.ts';
import { dotWhisker, scaleEnds } from './dot-whisker.ts';
import { intervalText, valueText } from './figure.ts';
import { escapeHtml, isolated } from './html-escape.ts';
import { languageName } from './language-name.ts';
import { agreementFigures, endsOf, scaleOf } from './metric-bounds.ts';
import type { Report, ReportedJudge } from './report-source.ts';

type Line = {
  readonly judge: string;
  readonly group: string | null;
  readonly metric: Metric;
  readonly baseline: Metric | undefined;
};

/** Agreement with gold, whole and by language, each judge a row, drawn with intervals against the commonest answer. */
export function agreementSection({ judges }: Report): string {
  const name = agreementFigures.find((figure) =>
    judges.some(({ summary }) => summary.metrics.some((metric) => metric.name === figure.name)),
  );
  if (name === undefined) return '';
  const lines = judges.flatMap((judge) => linesOf(judge, name));
  const groups = [...new Set(lines.map(({ group }) => group))];
  const scale = scaleOf(
    name.name,
    lines.map(({ metric }) => metric),
  );
  const [from, to] = endsOf(name.name, scale);
  const title = name.name === 'accuracy' ? 'Agreement with gold' : 'Distance from gold';
  const several = judges.length > 1;
  const rows = groups
    .flatMap((group) => lines.filter((line) => line.group === group))
    .map(
      ({ judge, group, metric, baseline }) =>
        `<tr><th scope="row">${languageName(group)}</th>${several ? `<td>${isolated(judge)}</td>` : ''}<td class="picture">${dotWhisker(metric, { ...scale, mark: baseline?.status === 'ok' ? baseline.value : undefined })}</td>${metric.status === 'ok' ? `<td class="number">${valueText(metric.name, metric.value)}</td><td class="number">${intervalText(metric.name, metric)}</td>` : `<td colspan="2">undefined: ${escapeHtml(metric.reason)}</td>`}<td class="number">${baseline?.status === 'ok' ? valueText(baseline.name, baseline.value) : '–'}</td><td class="number">${metric.n}</td><td class="number">${metric.missing}</td></tr>`,
    );
  return `<section aria-labelledby="agreement"><h2 id="agreement">${title}</h2>
<p class="note">${name.name === 'accuracy' ? 'Share of judgments that equal gold; dot and line are the value and its 95% interval, the upright mark is what always giving the commonest answer would get.' : 'Mean distance between verdict and gold, in points of the scale: lower is better. The upright mark is what always giving the middle of gold would get.'} Missing: judgments made that gave no verdict.</p>
<div class="wide" role="region" aria-label="${title}" tabindex="0"><table><caption class="unseen">${title}</caption><thead><tr><th scope="col">language</th>${several ? '<th scope="col">judge</th>' : ''}<th scope="col"><span class="unseen">picture</span>${scaleEnds(from, to)}</th><th scope="col" class="number">${name.name}</th><th scope="col" class="number">95% interval</th><th scope="col" class="number">${name.name === 'accuracy' ? 'commonest answer' : 'middle of gold'}</th><th scope="col" class="number">n</th><th scope="col" class="number">missing</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>`;
}

function linesOf({ summary }: ReportedJudge, { name, baseline }: (typeof agreementFigures)[number]): Line[] {
  return summary.metrics
    .filter((metric) => metric.name === name)
    .map((metric) => ({
      judge: summary.judge,
      group: metric.group,
      metric,
      baseline: summary.metrics.find((other) => other.name === baseline && other.group === metric.group),
    }));
}
