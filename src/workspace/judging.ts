import type { Readable } from 'node:stream';
import { packageVersion } from '../config/package-root.ts';
import { resolveJudge, type ResolvedJudge } from '../config/resolve-judge.ts';
import { AssizeError } from '../core/errors.ts';
import type { RunJudge, Session, SessionWorld } from '../run/session.ts';
import { withExamples } from './examples.ts';
import type { JudgingOptions } from './judging-options.ts';
import { specsOf } from '../judge/spec.ts';
import { loadData, modelIdsOf, type LoadedData } from './load-data.ts';
import { Wiring } from './wiring.ts';
import type { Workspace } from './workspace.ts';

/** While a reply is read and made durable another call takes its place, so that an endpoint is never left waiting. */
const judgmentsPerCall = 2;
/** Judgments at work at once are no more than this, however many calls an endpoint takes. */
const widest = 512;

/** More judgments than this no run makes. */
const mostJudgments = 1_000_000_000;

/** A command ready to run: judges built, rows known, nothing sent yet. */
export type PreparedJudging = {
  readonly session: Session;
  readonly world: SessionWorld;
  readonly data: LoadedData;
  readonly resolved: readonly ResolvedJudge[];
  readonly notes: readonly string[];
  close(): Promise<void>;
};

/**
 * Makes everything ready that a judging command needs, and finds every fault of configuration and data before the first call.
 *
 * @param wished names of judges of the configuration, or judges that a command made of them.
 * @throws AssizeError with the place of the fault.
 */
export async function prepareJudging(
  workspace: Workspace,
  command: string,
  wished: readonly (string | ResolvedJudge)[],
  options: JudgingOptions,
): Promise<PreparedJudging> {
  const { loaded } = workspace;
  const { defaults } = loaded.config;
  const seed = options.seed ?? defaults.seed ?? 0;
  const draws = options.draws ?? defaults.draws ?? 1;
  const budgetUsd = options.budgetUsd ?? defaults.budgetUsd;
  const names = wished.map((judge) => (typeof judge === 'string' ? judge : judge.name));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new AssizeError('usage', `${command}: expected each judge once, got ${twice} again. Name others.`);
  const resolved = await Promise.all(wished.map((judge) => (typeof judge === 'string' ? resolveJudge(loaded, judge) : judge)));
  const models = await workspace.models();
  const ids = [...new Set(resolved.flatMap(({ spec }) => modelIdsOf(spec)))];
  for (const id of ids) models.endpoint(id.slice(0, Math.max(0, id.indexOf(':'))));
  models.checkKeys(ids);
  const data = await loadData(workspace, options.data, {
    judges: resolved,
    skipBadRows: options.skipBadRows ?? false,
    seed,
    ...(options.limit !== undefined && { limit: options.limit }),
    ...(options.sample !== undefined && { sample: options.sample }),
    ...(options.stdin !== undefined && { stdin: options.stdin as Readable }),
  });
  try {
    checkSize(data.runData.rowLimit, draws, names.length);
    const store = await workspace.store();
    const judges = await withExamples(workspace, resolved, data);
    const wiring = new Wiring({ store, models, options, ...(budgetUsd !== undefined && { budgetUsd }) });
    const built: RunJudge[] = [];
    for (const [index, judge] of judges.entries()) built.push(await wiring.build(judge, index, loaded.file));
    const notes = [...data.notes, ...warmthNotes(judges, draws), ...headNotes(judges)];
    for (const note of notes) wiring.note(note);
    const session: Session = {
      command,
      judges: built,
      data: data.runData,
      draws,
      seed,
      fresh: options.fresh ?? false,
      noCache: options.noCache ?? false,
      retryUnreadable: options.retryUnreadable ?? false,
      width: Math.min(widest, Math.max(1, judgmentsPerCall * wiring.concurrency(ids))),
      versions: { assize: packageVersion(), node: process.versions.node },
    };
    return { session, world: wiring.world(), data, resolved: judges, notes, close: () => data.scanned.close() };
  } catch (error) {
    await data.scanned.close();
    throw error;
  }
}

/** A run keeps a byte a judgment in memory to know what it lacks. */
function checkSize(rows: number, draws: number, judges: number): void {
  const most = Math.max(1, Math.floor(mostJudgments / Math.max(1, rows * judges)));
  if (draws <= most) return;
  throw new AssizeError(
    'usage',
    `draws: expected at most ${most} of each item (${mostJudgments} judgments a run), got ${draws}. Lower --draws or defaults.draws.`,
  );
}

/** Several draws of one prompt at temperature 0 are one draw, told several times. */
function warmthNotes(judges: readonly ResolvedJudge[], draws: number): string[] {
  return judges.flatMap(({ name, spec }) => {
    const votes = spec.harness.strategy.kind === 'vote';
    const cold = specsOf(spec).some(
      ({ model }) => model !== undefined && (model.temperature === 0 || (model.temperature === undefined && !votes)),
    );
    if (!cold || (draws === 1 && !(votes && spec.model?.temperature === 0))) return [];
    return [
      `judges.${name}: several draws at temperature 0 will mostly repeat one another. Set a temperature to learn how much the judge varies.`,
    ];
  });
}

/** A head belongs to the model whose scores it was fitted to. */
function headNotes(judges: readonly ResolvedJudge[]): string[] {
  return judges.flatMap(({ name, spec }) =>
    specsOf(spec).flatMap(({ harness, model }) => {
      const fittedFor = (harness.strategy['head'] as { model?: unknown } | undefined)?.model;
      return typeof fittedFor !== 'string' || fittedFor === model?.id
        ? []
        : [
            `judges.${name}: its head was fitted to scores of ${fittedFor}, and ${model?.id} scores now: fit it again before you believe it.`,
          ];
    }),
  );
}
