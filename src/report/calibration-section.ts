import { figureText, intervalText, valueText } from './figure.ts';
import { escapeHtml, isolated } from './html-escape.ts';
import type { Report, ReportedJudge } from './report-source.ts';

const size = 300;
const edge = 40;

/** Whether judges are right as often as they are sure: the reliability curve with its table, the calibration error, Brier's score. */
export function calibrationSection({ judges }: Report): string {
  const parts = judges.map((judge) => partOf(judge, judges.length > 1)).filter((part) => part !== '');
  if (parts.length === 0) return '';
  return `<section aria-labelledby="calibration"><h2 id="calibration">Calibration</h2>
<p class="note">The probability a judge gave its own verdict, against how often that verdict was gold. On the diagonal it is right as often as it is sure; under it, it is too sure. Each line is the 95% interval of one point alone.</p>${parts.join('\n')}</section>`;
}

function partOf({ calibration, summary }: ReportedJudge, several: boolean): string {
  if (calibration === undefined) return '';
  const { curve, error, brier } = calibration;
  const name = several ? `<h3>${isolated(summary.judge)}</h3>` : '';
  const rows = curve.map(
    ({ from, to, n, meanProbability, rate }) =>
      `<tr><th scope="row">${valueText('share', from)} to ${valueText('share', to)}</th><td class="number">${valueText('share', meanProbability)}</td><td class="number">${rate.status === 'ok' ? `${valueText('share', rate.value)} (${intervalText('share', rate)})` : 'undefined'}</td><td class="number">${n}</td></tr>`,
  );
  return `${name}<div class="beside">${picture(calibration)}<div><p>Calibration error (0 is best, corrected for what chance adds): ${escapeHtml(figureText('error', error.error))}.</p><p>Brier’s score (0 is best; always saying ½ gets 0.25): ${escapeHtml(figureText('brier', brier))}.</p>
<div class="wide" role="region" aria-label="Reliability" tabindex="0"><table class="narrow"><caption>Probability against how often it was right</caption><thead><tr><th scope="col">probability</th><th scope="col" class="number">mean</th><th scope="col" class="number">right</th><th scope="col" class="number">n</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></div></div>`;
}

function picture({ curve }: NonNullable<ReportedJudge['calibration']>): string {
  const x = (share: number): string => (edge + share * (size - edge - 20)).toFixed(1);
  const y = (share: number): string => (10 + (1 - share) * (size - edge - 10)).toFixed(1);
  const grid = [0, 0.25, 0.5, 0.75, 1]
    .map(
      (share) =>
        `<line class="grid" x1="${x(share)}" x2="${x(share)}" y1="${y(0)}" y2="${y(1)}"/><line class="grid" x1="${x(0)}" x2="${x(1)}" y1="${y(share)}" y2="${y(share)}"/><text x="${x(share)}" y="${size - 22}" text-anchor="middle">${share * 100}%</text><text x="${edge - 6}" y="${Number(y(share)) + 4}" text-anchor="end">${share * 100}%</text>`,
    )
    .join('');
  const points = curve
    .map(({ meanProbability, rate }) =>
      rate.status === 'ok'
        ? `<line class="whisker" x1="${x(meanProbability)}" x2="${x(meanProbability)}" y1="${y(rate.low)}" y2="${y(rate.high)}"/><circle class="dot" cx="${x(meanProbability)}" cy="${y(rate.value)}" r="4.5"/>`
        : '',
    )
    .join('');
  return `<svg class="curve" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" role="img" aria-label="Reliability curve; its points are in the table beside it">${grid}<line class="diagonal" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>${points}<text x="${size / 2 + 15}" y="${size - 4}" text-anchor="middle">probability it gave</text></svg>`;
}
