import { z } from 'zod';
import type { Verdict } from '../../core/verdict.ts';
import { poolMajority } from '../pooling.ts';
import { speaker } from '../speaker.ts';
import { otherCount, translatorsOf, variantCalls, variantOptions, variantsOf, variantsRefusal } from '../steps/variants.ts';
import type { AskedPart, Strategy } from '../strategy.ts';

const options = z.strictObject({
  ...variantOptions,
  pool: z
    .enum(['majority', 'probability'])
    .default('majority')
    .describe('More than half of the variants, or the largest summed probability (logprobs reader).'),
});

/** The variants of an item judged once each, pooled (SEMJ §5.2); ties go to the original's verdict. */
export const multilingualVote: Strategy<z.infer<typeof options>> = {
  kind: 'multilingual-vote',
  version: 1,
  summary: 'Judges an item once in each of several languages; the majority decides, ties go to the original.',
  options,
  refuses: (_space, given, spec) =>
    given.pool === 'probability' && spec.harness.reader.kind !== 'logprobs'
      ? `expected the logprobs reader, which gives probabilities to sum, got ${spec.harness.reader.kind}. Use reader: logprobs or pool: majority.`
      : variantsRefusal(given),
  members: () => [],
  models: translatorsOf,
  needsModel: true,
  maxCalls: (_spec, given) => variantCalls(given) + 1 + otherCount(given),
  decide: async (turn, given) => {
    const { variants, leftOut } = await variantsOf(turn, given);
    const parts = await Promise.all(
      variants.map(({ label, language, item }) =>
        turn.ask(`variant/${label}`, { item, ...(language !== undefined && { language }) }),
      ),
    );
    const verdict = given.pool === 'majority' ? poolMajority(parts, 'first') : summed(parts);
    const said = speaker(verdict, parts);
    const note = leftOut.length === 0 ? undefined : `Left out: ${leftOut.join('; ')}.`;
    const rationale = [said.rationale, note].filter((text) => text !== undefined).join('\n');
    return { verdict, ...said, ...(rationale !== '' && { rationale }) };
  },
};

/** The label with the largest mean probability over the variants that were read; the first of equals is the original's. Without any, the original's own ending. */
function summed(parts: readonly AskedPart[]): Verdict {
  const read = parts.flatMap(({ verdict }) =>
    verdict.status === 'scored' && verdict.distribution !== undefined ? [verdict] : [],
  );
  const [first] = read;
  if (first?.distribution === undefined) return parts[0]?.verdict ?? { status: 'abstained', reason: 'Nobody was asked.' };
  const distribution: Record<string, number> = {};
  for (const { distribution: one = {} } of read)
    for (const [label, probability] of Object.entries(one))
      distribution[label] = (distribution[label] ?? 0) + probability / read.length;
  const top = Math.max(...Object.values(distribution));
  const tops = Object.keys(distribution).filter((label) => (distribution[label] as number) >= top - 1e-12);
  const label = tops.includes(String(first.value)) ? String(first.value) : (tops[0] as string);
  const value = read.find(({ value: said }) => String(said) === label)?.value ?? label;
  const coverage = Math.min(...read.map(({ coverage: mass = 1 }) => mass));
  return { status: 'scored', value, distribution, coverage, reading: 'logprobs' };
}
