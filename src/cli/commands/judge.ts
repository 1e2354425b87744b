import { judgeAnswer } from '../../report/judge-answer.ts';
import { score, type Scoring } from '../../studies/score/score.ts';
import type { CliContext } from '../main.ts';
import { figureTable } from '../output/figure-table.ts';
import { costText } from '../output/progress.ts';
import { runJudging, type Judged, type JudgingFlags, type JudgingStudy } from './judging.ts';

type Outcome = Judged & Scoring;

const study: JudgingStudy<Outcome> = {
  command: 'judge',
  run: async ({ session, world }) => {
    const scoring = await score(session, world);
    return { ...scoring, judges: [scoring.summary] };
  },
  text: ({ summary }, context) =>
    `${judgeAnswer(summary)}\n\n${figureTable([summary], context.stdout)}\n\n${summary.calls.made} calls made, ${summary.calls.cached} from the cache; ${costText({ costUsd: summary.cost.usd, atLeast: summary.cost.atLeast })}. Run ${summary.run}.\n`,
  differences: () => [],
};

/** `assize judge`. */
export function judgeCommand(names: readonly string[], flags: unknown, context: CliContext): Promise<number> {
  return runJudging(names, flags as JudgingFlags, { study, context });
}
