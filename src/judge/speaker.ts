import type { Verdict } from '../core/verdict.ts';
import type { Outcome } from './strategy.ts';

type Speaking = { readonly verdict: Verdict; readonly rationale?: string; readonly text?: string; readonly reply?: string };

/** The reason and reply of the first voter that said what was decided; of the first at all where nobody did. */
export function speaker(verdict: Verdict, voters: readonly Speaking[]): Pick<Outcome, 'rationale' | 'reply'> {
  const agrees = (voter: Speaking): boolean =>
    verdict.status === 'scored'
      ? voter.verdict.status === 'scored' && voter.verdict.value === verdict.value
      : voter.verdict.status === verdict.status;
  const voter = voters.find(agrees) ?? voters[0];
  const reply = voter?.text ?? voter?.reply;
  // A reason that speaks for another verdict would mislead whoever reads it beside this one.
  const rationale = voter !== undefined && agrees(voter) ? voter.rationale : undefined;
  return { ...(rationale !== undefined && { rationale }), ...(reply !== undefined && { reply }) };
}
