import { AssizeError, describe } from '../../core/errors.ts';
import { ModelError } from '../language-model.ts';
import { picoOf, usdOf, type PicoUsd } from './money.ts';
import { WaitQueue } from './wait-queue.ts';

/** What an attempt turned out to cost, when its reserve is given back. Whole pico-USD. */
export type Settlement = {
  readonly reserved: PicoUsd;
  /** Known, or charged by the rules. */
  readonly spent: PicoUsd;
  /** What it may have cost beyond that: held against the cap, and reported by nobody as a cost. */
  readonly unknown: PicoUsd;
  /** Whether the true cost is not known. */
  readonly atLeast: boolean;
};

/** The money of one run, in all its parts, shared by all its models. */
export interface Budget {
  /** `undefined`: no cap, only accounting. */
  readonly capUsd: number | undefined;
  /** Paid so far: what is known, and the reserves of attempts that timed out or were cut. */
  readonly spentUsd: number;
  /** What calls without usage may have cost beyond `spentUsd`: it counts against the cap as if spent. */
  readonly unknownUsd: number;
  /** Whether a usage or a price was missing, or a reserve was charged in the place of a cost. */
  readonly atLeast: boolean;
  /**
   * Takes an amount out of what is left. An amount that does not fit waits, in order of arrival, while reserves of other attempts are out
   * (their settling may free money). `undefined` where it was taken at once, else a promise that
   * rejects with `ModelError('budget')` when it cannot fit any more, or with the signal's reason.
   */
  reserve(amount: PicoUsd, signal: AbortSignal): Promise<void> | undefined;
  /** Gives a reserve back and books what became of it. Every `reserve` that went through is settled exactly once. */
  settle(settlement: Settlement): void;
}

/**
 * A budget with an optional cap in USD, and what earlier parts of the run spent (`spentUsd`, `unknownUsd`, `atLeast`). Reserves and costs
 * are whole pico-USD, so no sum drifts. Amounts of 0 always go through, also where the cap is 0 or already passed.
 *
 * As long as no attempt costs more than its reserve, `spentUsd + unknownUsd` never exceeds the cap, whatever the interleaving.
 *
 * @throws AssizeError `usage` where an amount is negative, infinite or no number.
 */
export function createBudget(
  options: {
    readonly capUsd?: number;
    readonly spentUsd?: number;
    readonly unknownUsd?: number;
    readonly atLeast?: boolean;
    /** More than ever may be owed: reserves that are out, and `unknownUsd`. Called before the attempt is let go. */
    readonly onOwing?: (usd: number) => void;
  } = {},
): Budget {
  for (const name of ['capUsd', 'spentUsd', 'unknownUsd'] as const) checkAmount(name, options[name]);
  const { capUsd } = options;
  const cap = capUsd === undefined ? Infinity : picoOf(capUsd);
  const queue = new WaitQueue<PicoUsd>(pump);
  let spent = picoOf(options.spentUsd ?? 0);
  let unknown = picoOf(options.unknownUsd ?? 0);
  let atLeast = options.atLeast ?? false;
  let reserved = 0;
  let reservesOut = 0;
  let mostOwed = unknown;

  return {
    capUsd,
    get spentUsd() {
      return usdOf(spent);
    },
    get unknownUsd() {
      return usdOf(unknown);
    },
    get atLeast() {
      return atLeast;
    },
    reserve(amount, signal) {
      if (amount === 0) return undefined;
      if (queue.size === 0) {
        if (fits(amount)) {
          take(amount);
          return undefined;
        }
        if (reservesOut === 0) return Promise.reject(refusal(amount));
      }
      return queue.wait(amount, signal);
    },
    settle(settlement) {
      spent += settlement.spent;
      unknown += settlement.unknown;
      atLeast ||= settlement.atLeast;
      if (settlement.reserved === 0) return;
      reserved -= settlement.reserved;
      reservesOut -= 1;
      pump();
    },
  };

  function fits(amount: PicoUsd): boolean {
    return spent + unknown + reserved + amount <= cap;
  }

  function take(amount: PicoUsd): void {
    const owed = unknown + reserved + amount;
    if (owed > mostOwed) {
      options.onOwing?.(usdOf(owed));
      mostOwed = owed;
    }
    reserved += amount;
    reservesOut += 1;
  }

  function pump(): void {
    for (let first = queue.first; first !== undefined; first = queue.first) {
      if (fits(first.value)) {
        take(first.value);
        queue.admit();
      } else if (reservesOut === 0) queue.refuse(refusal(first.value));
      else return;
    }
  }

  function refusal(amount: PicoUsd): ModelError {
    const left = Math.max(0, cap - spent - unknown);
    return new ModelError(
      'budget',
      `budget: expected a call within the $${usdOf(left)} left of $${capUsd}, got one that may cost $${usdOf(amount)}. Raise the budget, or lower maxTokens.`,
    );
  }
}

function checkAmount(name: string, usd: number | undefined): void {
  if (usd === undefined || (Number.isFinite(usd) && usd >= 0)) return;
  throw new AssizeError(
    'usage',
    `${name}: expected a finite number of USD, 0 or more, got ${describe(usd)}. Leave it out for no cap.`,
  );
}
