import type { KnownLeniency, LeniencyUnit } from '../measure/leniency.ts';
import { differenceText, figureText, intervalText, valueText } from './figure.ts';
import type { ReportedJudge } from './report-source.ts';
import { agreementSentence, nonVerdictSentence, soleVerdictSentence } from './judge-answer.ts';
import { plainLanguageName } from './language-name.ts';

/** Languages that are named in a sentence at most. */
const mostNamed = 3;

/**
 * Whether a judge may be believed, in words with the figure each rests on: its agreement, what people reach among themselves, and where it is stricter or kinder than
 * they are. Says only what its interval bears out; a language is named only where it is called so with all languages looked at.
 */
export function trustSentences(judge: ReportedJudge): string[] {
  return [
    agreementSentence(judge.summary),
    soleVerdictSentence(judge.summary),
    peopleSentence(judge),
    leniencySentence(judge),
    nonVerdictSentence(judge.summary),
  ].filter((sentence) => sentence !== '');
}

function peopleSentence({ raters }: ReportedJudge): string {
  const people = raters?.people;
  if (raters === undefined || people === undefined) return '';
  const { agreement, judge } = people;
  if (agreement.status === 'undefined' || judge.status === 'undefined')
    return `How far people agree with each other cannot be said: ${agreement.status === 'undefined' ? agreement.reason : 'nothing to compare with'}.`;
  if (raters.metric === 'mae')
    return `On items with two raters or more, people differ from each other by ${figureText('mae', agreement)} on average, and the judge from them by ${valueText('mae', judge.value)} (${intervalText('mae', judge)}).`;
  return `On items with two raters or more, people agree with each other in ${figureText('accuracy', agreement)}, and the judge with them in ${valueText('accuracy', judge.value)} (${intervalText('accuracy', judge)}).`;
}

function leniencySentence({ leniency, leniencyClaims, leniencyUnit }: ReportedJudge): string {
  const all = leniency.find(({ group }) => group === null);
  if (leniencyUnit === undefined || all?.status !== 'ok') return '';
  const whole = all.low > 0 || all.high < 0 ? `it is ${wordOf(all)} than gold: ${leniencyText(all, leniencyUnit)}` : '';
  const named = leniencyClaims
    .slice(0, mostNamed)
    .map((one) => `${wordOf(one)} on ${plainLanguageName(one.group)} (${leniencyText(one, leniencyUnit)})`);
  const more = leniencyClaims.length > mostNamed ? `, and so on ${leniencyClaims.length - mostNamed} more` : '';
  const languages =
    named.length === 0 ? '' : `${whole === '' ? 'against gold it is ' : 'by language it is '}${listed(named)}${more}`;
  const sentence = [whole, languages].filter((part) => part !== '').join('; ');
  return sentence === '' ? '' : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** A leniency with its sign and interval: `−12 points (−20 to −4)`, `−0.40 levels (…)`. */
export function leniencyText(one: KnownLeniency, unit: LeniencyUnit): string {
  if (unit === 'share') return differenceText('pass-rate', one);
  const [value = '', interval = ''] = differenceText('mean-score', one).split(' (');
  return `${value}${unit === 'levels' ? ' levels' : ''} (${interval}`;
}

function wordOf({ value }: KnownLeniency): 'stricter' | 'kinder' {
  return value < 0 ? 'stricter' : 'kinder';
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
