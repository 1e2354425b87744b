import type { ResolvedJudge } from '../config/resolve-judge.ts';
import { AssizeError } from '../core/errors.ts';
import { viewOf } from '../core/space-view.ts';
import { drawExamples } from '../data/examples.ts';
import type { Example } from '../judge/spec.ts';
import { scanData, type LoadedData } from './load-data.ts';
import type { Workspace } from './workspace.ts';

/** Draws the few-shot examples that judges ask for, from sets that share no source item and no content with the judged rows. */
export async function withExamples(
  workspace: Workspace,
  judges: readonly ResolvedJudge[],
  judged: LoadedData,
): Promise<ResolvedJudge[]> {
  return Promise.all(
    judges.map(async (judge) => {
      if (judge.examples === undefined) return judge;
      const { data, n, seed } = judge.examples;
      const place = `judges.${judge.name}.prompt.examples`;
      const scanned = await scanData(workspace, data, { judges: [judge], skipBadRows: false });
      try {
        const drawn = drawExamples(
          { index: scanned.index },
          { count: n, seed, judged: { index: judged.scanned.index, selection: judged.selection }, place },
        );
        const selection = Uint32Array.from(drawn).sort();
        const view = viewOf(judge.spec.verdict);
        const examples: Example[] = [];
        for await (const { item, gold, rationale } of scanned.rows(selection)) {
          const admission = view.admit(gold ?? null);
          if ('problem' in admission)
            throw new AssizeError(
              'data',
              `${place}: expected examples with gold, got none in item ${item.id} of ${data}. Choose a set whose rows all have gold.`,
            );
          const { recorded: _recorded, ...shown } = item;
          examples.push({ item: shown, verdict: admission.ok, ...(rationale !== undefined && { rationale }) });
        }
        return { ...judge, spec: { ...judge.spec, prompt: { ...judge.spec.prompt, examples } } };
      } finally {
        await scanned.close();
      }
    }),
  );
}
