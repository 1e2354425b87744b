// docs/results/README.md from the figures: the answer in words first, then a table a set.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { plan, unfit } from './plan.mjs';

/** Writes the page of what there are figures of. */
export function writePage(folder, figures) {
  const told = plan.flatMap((set) => {
    const file = path.join(figures, `${set.set}.json`);
    return existsSync(file) ? [{ ...set, ...JSON.parse(readFileSync(file, 'utf8')) }] : [];
  });
  const without = plan.filter(({ set }) => told.every((one) => one.set !== set)).map(({ set }) => `\`${set}\``);
  const models = [...new Set(told.map(({ model }) => model))].join(', ');
  const local = told.flatMap(({ set, judges, recorded = {} }) =>
    judges.filter(({ judge }) => !(judge in recorded)).map((judge) => ({ set, ...judge })),
  );
  const count = (verdict) => local.filter(({ overConstant }) => standing(overConstant) === verdict).length;
  const text = `# How far the preset judges can be trusted on a small local model

**Hardly, for most of these tasks.** On \`${models}\`, with verdicts of one token, ${count('better')} of ${local.length} pairs of judge and set are better than always giving the commonest
answer of the set, by an interval that leaves out zero; ${count('worse')} are worse; of ${count('unknown')} these few items cannot tell; ${count('undefined')} gave no verdict that could be measured.
A model of a billion weights is for trying things out, and for what little it can do measured on your own items. The same prompts on a larger model are other judges: measure those. Where people or GPT-4 judged the same items, their
figures stand beside it.

These are figures of a few items each, drawn by seed with every gold label and language in its share. Intervals are of 95%, clustered by source item; *over the constant* is the accuracy less that of always giving the set's commonest
label, on the same items. An order that decides alone is told by a judge of *both orders* that abstains: it found two different answers for one pair.

Made by \`npm run results\`, which anyone can run again ([scripts/results](../../scripts/results)); the figures in full are in [figures](figures). What a set is, and its licence: [the sets](../guide/data-sets.md).

${told.map(sectionOf).join('\n')}
${
  without.length === 0
    ? ''
    : `## Sets without a figure here

Planned, and not judged yet: ${without.join(', ')}. \`npm run results\` judges them; on two cores some take an hour.

`
}## Presets without a figure

${Object.entries(unfit)
  .map(([preset, why]) => `- \`${preset}\`: ${why}.`)
  .join('\n')}
`;
  writeFileSync(path.join(folder, 'README.md'), text);
}

function sectionOf({ set, note, judges, people }) {
  const rows = judges.map((judge) => {
    const { scored, abstained, unreadable, failed, expected, overConstant } = judge;
    const cells = [
      judge.judge,
      share(metric(judge, 'accuracy')),
      share(metric(judge, 'constant-baseline')),
      points(overConstant),
      number(metric(judge, 'kappa')),
      `${scored} of ${expected}`,
      `${abstained}, ${unreadable}, ${failed}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `## ${set}

${note} ${judges.map(sentenceOf).join(' ')}${people === null || people === undefined ? '' : ` ${peopleSentence(people)}`}

| judge | accuracy | constant | over the constant | κ | scored | abstained, unreadable, failed |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function sentenceOf(judge) {
  const { judge: name, overConstant, scored, expected } = judge;
  const accuracy = metric(judge, 'accuracy');
  if (accuracy.status !== 'ok')
    return `*${name}* decided none of ${expected}${judge.abstained === expected ? ': the two orders never gave the same answer' : ''}.`;
  const means = {
    better: 'is better than the constant answer',
    worse: 'is worse than the constant answer',
    unknown: 'cannot be told from the constant answer',
    undefined: 'has no difference that could be measured',
  }[standing(overConstant)];
  const part = scored < expected ? ` of the ${scored} it decided` : '';
  const sole = judge.soleVerdict === null ? '' : `; all of its verdicts are ${judge.soleVerdict}, whatever it read`;
  return `*${name}* agrees with gold on ${share(accuracy)}${part}, and ${means}${sole}.`;
}

function peopleSentence({ raters, alpha, percent }) {
  return `On the whole set two of its ${raters} people agree on ${share(percent)} (α ${number(alpha)}): more than that cannot be asked of a judge.`;
}

function standing(difference) {
  if (difference?.status !== 'ok' || difference.low === undefined) return 'undefined';
  if (difference.low > 0) return 'better';
  return difference.high < 0 ? 'worse' : 'unknown';
}

function metric({ metrics }, wanted) {
  return metrics.find(({ name, group }) => name === wanted && group === null) ?? { status: 'undefined', reason: 'not measured' };
}

function share(estimate) {
  return worded(estimate, (value) => `${Math.round(100 * value)}`, '%');
}

function points(estimate) {
  return worded(estimate, (value) => `${value < 0 ? '−' : '+'}${Math.abs(Math.round(100 * value))}`, ' points');
}

function number(estimate) {
  return worded(estimate, (value) => value.toFixed(2).replace('-', '−'), '');
}

/** An estimate with its interval and n, or why there is none. */
function worded(estimate, form, unit) {
  if (estimate?.status !== 'ok') return `none: ${estimate?.reason ?? 'not measured'}`;
  const { value, low, high, n } = estimate;
  const interval = low === undefined ? '' : `${form(low)} to ${form(high)}, `;
  return `${form(value)}${unit} (${interval}n = ${n})`;
}
