import type { JudgeSummary } from '../measure/judge-summary.ts';
import type { Estimate } from '../stats/estimate.ts';
import { differenceText, figureText, valueText } from './figure.ts';

/** The overall figure of a name; `undefined` where the verdict space has none of that name. */
export function overall(summary: Pick<JudgeSummary, 'metrics'>, name: string): Estimate | undefined {
  return summary.metrics.find((metric) => metric.name === name && metric.group === null);
}

/**
 * Whether this judge may be believed, in words with the figure each rests on. Says what it cannot say: too few judgments, no gold, an interval that
 * holds the baseline.
 */
export function judgeAnswer(summary: JudgeSummary): string {
  return [agreementSentence(summary), soleVerdictSentence(summary), nonVerdictSentence(summary)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Whether a judge agrees with gold, and better than the commonest answer would. */
export function agreementSentence(summary: JudgeSummary): string {
  const accuracy = overall(summary, 'accuracy');
  const error = overall(summary, 'mae');
  const figure = accuracy ?? error;
  if (figure === undefined || figure.status === 'undefined') {
    const reason = figure?.status === 'undefined' ? figure.reason.replace(/\.$/u, '') : 'nothing to compare with';
    return `Whether ${summary.judge} is right cannot be said: ${reason}.`;
  }
  if (accuracy === undefined) return `${summary.judge} is off by ${figureText('mae', figure)} on average.`;
  const constant = overall(summary, 'constant-baseline');
  const agreed = `${summary.judge} agrees with gold in ${figureText('accuracy', figure)}`;
  const notMade = notMadeOf(summary);
  const said = notMade > 0 ? `So far (${notMade} of ${summary.expected} judgments are not made) ${agreed}` : agreed;
  const gain = summary.overConstant;
  if (constant === undefined || constant.status === 'undefined' || gain?.status !== 'ok') return `${said}.`;
  const bar = `always giving the commonest answer (${valueText('constant-baseline', constant.value)}; ${differenceText('accuracy', gain)})`;
  if (gain.low > 0) return `${said}; better than ${bar}.`;
  if (gain.high < 0) return `${said}; worse than ${bar}: do not use it as it is.`;
  return `${said}; at this n it cannot be told from ${bar}.`;
}

/** A judge that says one thing whatever it reads, which an accuracy near its share of gold hides. */
export function soleVerdictSentence({ soleVerdict, scored }: JudgeSummary): string {
  return soleVerdict === null ? '' : `Each of its ${scored} verdicts is ${soleVerdict}: what it read made no difference.`;
}

function notMadeOf({ expected, scored, abstained, unreadable, failed }: JudgeSummary): number {
  return expected - scored - abstained - unreadable - failed;
}

/** How many judgments gave a verdict, and why the others did not. */
export function nonVerdictSentence(summary: JudgeSummary): string {
  const { expected, scored, abstained, unreadable, failed, problems, codes } = summary;
  const notMade = notMadeOf(summary);
  const parts = [
    abstained > 0 ? `${abstained} abstained` : '',
    unreadable > 0 ? `${unreadable} unreadable (${countsText(problems)})` : '',
    failed > 0 ? `${failed} failed (${countsText(codes)})` : '',
    notMade > 0 ? `${notMade} not made` : '',
  ].filter((part) => part !== '');
  return parts.length === 0
    ? `All ${expected} judgments gave a verdict.`
    : `${scored} of ${expected} judgments gave a verdict; ${parts.join(', ')}.`;
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
