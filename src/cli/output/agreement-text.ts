import type { ItemDifficulty, RaterAgreement } from '../../data/raters/rater-agreement.ts';
import { figureText } from '../../report/figure.ts';
import type { Estimate } from '../../stats/estimate.ts';
import { oneLine } from './label-screen.ts';
import { table } from './table.ts';

/** How far raters agree, for people: the figures with their intervals, every two raters, and the items on which they differ most. */
export function agreementText(
  agreement: RaterAgreement,
  difficult: readonly ItemDifficulty[],
  stream: NodeJS.WritableStream & { isTTY?: boolean },
): string {
  const { raters, items, measurement, alpha, percent, pairs } = agreement;
  // A share is written as accuracies are, a coefficient as decimals.
  const share = (estimate: Estimate): string => figureText('accuracy', estimate);
  const coefficient = (estimate: Estimate): string => figureText('kappa', estimate);
  const lines = [
    `${items} items; ${raters.map(({ name, labels }) => `${oneLine(name)} labelled ${labels === 0 ? 'nothing' : labels}`).join(', ')}`,
    '',
    `Krippendorff’s α (${measurement})  ${coefficient(alpha)}`,
    `same label                    ${share(percent)}`,
  ];
  if (pairs.length > 0)
    lines.push(
      '',
      table(
        ['rater', 'rater', 'same label', measurement === 'ordinal' ? 'κ (quadratic)' : 'κ'],
        pairs.map(({ a, b, percent: same, kappa }) => [oneLine(a), oneLine(b), share(same), coefficient(kappa)]),
        stream,
      ),
    );
  if (difficult.length > 0)
    lines.push(
      '',
      'They differ most on:',
      table(
        ['item', 'pairs that differ', 'labels'],
        difficult.map(({ item, disagreement, labels }) => [
          oneLine(item),
          disagreement === undefined ? '' : `${Math.round(100 * disagreement)}%`,
          labels.map(({ rater, label }) => `${oneLine(rater)}: ${oneLine(String(label))}`).join(', '),
        ]),
        stream,
      ),
    );
  return `${lines.join('\n')}\n`;
}
