import type { JudgeSummary } from '../measure/judge-summary.ts';
import type { Estimate } from '../stats/estimate.ts';
import { figureText, valueText } from './figure.ts';

/** The overall figure of a name; `undefined` where the verdict space has none of that name. */
export function overall(summary: Pick<JudgeSummary, 'metrics'>, name: string): Estimate | undefined {
  return summary.metrics.find((metric) => metric.name === name && metric.group === null);
}

/**
 * Whether this judge may be believed, in words with the figure each rests on. Says what it cannot say: too few judgments, no gold, an interval that
 * holds the baseline.
 */
export function judgeAnswer(summary: JudgeSummary): string {
  return [agreementSentence(summary), nonVerdictSentence(summary)].filter((sentence) => sentence !== '').join(' ');
}

function agreementSentence(summary: JudgeSummary): string {
  const accuracy = overall(summary, 'accuracy');
  const error = overall(summary, 'mae');
  const figure = accuracy ?? error;
  if (figure === undefined || figure.status === 'undefined') {
    const reason = figure?.status === 'undefined' ? figure.reason.replace(/\.$/u, '') : 'nothing to compare with';
    return `Whether ${summary.judge} is right cannot be said: ${reason}.`;
  }
  if (accuracy === undefined) return `${summary.judge} is off by ${figureText('mae', figure)} on average.`;
  const constant = overall(summary, 'constant-baseline');
  const said = `${summary.judge} agrees with gold in ${figureText('accuracy', figure)}`;
  if (constant === undefined || constant.status === 'undefined') return `${said}.`;
  const bar = valueText('constant-baseline', constant.value);
  if (figure.low > constant.value) return `${said}; better than always giving the commonest answer (${bar}).`;
  if (figure.high < constant.value)
    return `${said}; worse than always giving the commonest answer (${bar}): do not use it as it is.`;
  return `${said}; at this n it cannot be told from always giving the commonest answer (${bar}).`;
}

function nonVerdictSentence({ expected, scored, abstained, unreadable, failed, problems, codes }: JudgeSummary): string {
  const notMade = expected - scored - abstained - unreadable - failed;
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
