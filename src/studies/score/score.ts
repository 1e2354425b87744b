import type { JudgeSummary } from '../../measure/judge-summary.ts';
import { summariseRun } from '../../measure/summarise-run.ts';
import { runSession, type Session, type SessionResult, type SessionWorld } from '../../run/session.ts';

/** What a judge said of the items, and how far it agrees with gold. */
export type Scoring = { readonly summary: JudgeSummary; readonly result: SessionResult };

/** Judges the items of a session with its one judge, and sums up. */
export async function score(session: Session, world: SessionWorld): Promise<Scoring> {
  const result = await runSession(session, world);
  const [only] = summariseRun(session, result, world.store);
  if (only === undefined) throw new Error('score: expected a session with one judge, got none. Name one.');
  return { summary: only.summary, result };
}
