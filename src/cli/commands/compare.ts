import { AssizeError } from '../../core/errors.ts';
import { differenceLines } from '../../report/difference-lines.ts';
import { judgeAnswer } from '../../report/judge-answer.ts';
import { compare, type Comparison } from '../../studies/compare/compare.ts';
import type { CliContext } from '../main.ts';
import { figureTable } from '../output/figure-table.ts';
import { costText } from '../output/progress.ts';
import { runJudging, type Judged, type JudgingFlags, type JudgingStudy } from './judging.ts';

type Outcome = Judged & Comparison;

const study: JudgingStudy<Outcome> = {
  command: 'compare',
  run: async ({ session, world }) => {
    const comparison = await compare(session, world);
    return { ...comparison, judges: comparison.summary.judges };
  },
  text: ({ summary }, context) =>
    [
      ...summary.judges.map((judge) => judgeAnswer(judge)),
      '',
      figureTable(summary.judges, context.stdout),
      '',
      ...differenceLines(summary.differences),
      '',
      `${summary.calls.made} calls made, ${summary.calls.cached} from the cache; ${costText({ costUsd: summary.cost.usd, atLeast: summary.cost.atLeast })}. Run ${summary.run}.`,
      '',
    ].join('\n'),
  differences: ({ summary }) => summary.differences,
};

/** `assize compare`. */
export async function compareCommand(names: readonly string[], flags: unknown, context: CliContext): Promise<number> {
  if (names.length < 2)
    throw new AssizeError(
      'usage',
      `compare: expected two judges or more, got ${names.length}. Name another, or use assize judge.`,
    );
  return runJudging(names, flags as JudgingFlags, { study, context });
}
