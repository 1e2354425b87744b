import { z } from 'zod';
import type { VerdictValue } from '../../core/verdict.ts';
import { poolMajority } from '../pooling.ts';
import type { HistoryEntry } from '../prompt/render.ts';
import { speaker } from '../speaker.ts';
import { agreementOf, reaches } from '../steps/agreement.ts';
import {
  otherCount,
  translatorsOf,
  variantCalls,
  variantOptions,
  variantsOf,
  variantsRefusal,
  type Variant,
} from '../steps/variants.ts';
import type { AskedPart, Strategy, Turn } from '../strategy.ts';

const options = z.strictObject({
  ...variantOptions,
  threshold: z.number().gt(0).max(1).default(0.8).describe('Agreement from which no further round is made, τ of SEMJ §4.2.'),
  rounds: z.int().min(0).max(20).default(3).describe('Rounds of evolution at most, s of SEMJ §4.2.'),
  history: z.enum(['all', 'last']).default('all').describe('Whether a round sees all earlier ones, or the last alone.'),
  decide: z
    .enum(['original', 'majority'])
    .default('original')
    .describe('The original’s verdict at the last round, or the majority of all variants.'),
  stopEarly: z.boolean().default(false).describe('Leave out calls that can no longer change the outcome; call counts then vary.'),
});
type Options = z.infer<typeof options>;

/**
 * The self-evolving multilingual judge (SEMJ §4.2): variants of an item in several languages are judged apart; while they agree less than the threshold, all are judged again with
 * what every language said before them.
 *
 * With one variant there is no agreement, and it is monolingual reflection. A variant without a verdict takes part in no pair; fewer than two with one leave the
 * agreement undefined, which does not stop it.
 */
export const semj: Strategy<Options> = {
  kind: 'semj',
  version: 1,
  summary: 'Judges an item in several languages, and again with what each said while they disagree (SEMJ).',
  options,
  refuses: (_space, given) => variantsRefusal(given),
  members: () => [],
  models: translatorsOf,
  needsModel: true,
  maxCalls: (_spec, given) => variantCalls(given) + (1 + otherCount(given)) * (1 + given.rounds),
  decide: async (turn, given) => {
    const { variants, leftOut } = await variantsOf(turn, given);
    const rounds: Round[] = [];
    for (let index = 0; index <= given.rounds; index += 1) {
      const round = await judgeRound(turn, { variants, history: historyOf(rounds, given), index, given });
      rounds.push(round);
      if (settled(round, given)) break;
    }
    const { parts } = rounds.at(-1) as Round;
    const [original] = parts as readonly [AskedPart, ...AskedPart[]];
    // Ties go to the original, as in the multilingual vote.
    const majority = given.decide === 'majority' ? poolMajority(parts, 'first') : original.verdict;
    const said = speaker(majority, given.decide === 'majority' ? parts : [original]);
    const note = leftOut.length === 0 ? undefined : `Left out: ${leftOut.join('; ')}.`;
    const rationale = [said.rationale, note].filter((text) => text !== undefined).join('\n');
    return { verdict: majority, ...said, ...(rationale !== '' && { rationale }) };
  },
};

type Round = {
  readonly index: number;
  readonly variants: readonly Variant[];
  readonly parts: readonly AskedPart[];
  readonly agreement: number | undefined;
};
type Asking = {
  readonly variants: readonly Variant[];
  readonly history: readonly HistoryEntry[];
  readonly index: number;
  readonly given: Options;
};

async function judgeRound(turn: Turn, { variants, history, index, given }: Asking): Promise<Round> {
  const ask = (variant: Variant): Promise<AskedPart> =>
    turn.ask(`round/${index}/${variant.label}`, {
      item: variant.item,
      round: index,
      ...(variant.language !== undefined && { language: variant.language }),
      ...(history.length > 0 && { history, request }),
    });
  // In the last round only the original's verdict is looked at.
  const last = given.stopEarly && given.decide === 'original' && index === given.rounds;
  const parts = last ? [await ask(variants[0] as Variant)] : await Promise.all(variants.map(ask));
  const values = scoredOf(parts);
  return { index, variants, parts, agreement: agreementOf(values, turn.space) };
}

const request =
  'Above is what was said of this item in several languages, round by round. Take it as further evidence: where languages disagree, find out what the disagreement turns on. Reconsider, then judge again.';

function settled({ agreement, parts }: Round, { threshold }: Options): boolean {
  return agreement !== undefined && reaches(agreement, threshold, scoredOf(parts).length);
}

/** Each round's agreement, and what each language said (SEMJ Table 10). */
function historyOf(rounds: readonly Round[], { history }: Options): HistoryEntry[] {
  return (history === 'last' ? rounds.slice(-1) : rounds).flatMap(({ index, variants, parts, agreement }) =>
    parts.map((part, place) => ({
      heading: `Round ${index + 1}, consistency of languages ${agreement === undefined ? 'undefined' : agreement.toFixed(2)}, ${variants[place]?.label ?? ''}:`,
      text: answerText(part),
    })),
  );
}

function answerText({ verdict, rationale }: AskedPart): string {
  const said = verdict.status === 'scored' ? `Verdict: ${verdict.value}` : 'No readable verdict.';
  return rationale === undefined ? said : `${said}\nReason: ${rationale}`;
}

function scoredOf(parts: readonly AskedPart[]): VerdictValue[] {
  return parts.flatMap(({ verdict }) => (verdict.status === 'scored' ? [verdict.value] : []));
}
