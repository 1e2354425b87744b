import { expect, test } from 'vitest';
import { createBudget, type Budget } from './budget.ts';
import { picoOf } from './money.ts';

const never = new AbortController().signal;
const settled = async () => new Promise((resolve) => setImmediate(resolve));

/** Reserves amounts and remembers how each ended, in order. */
function reserver(budget: Budget) {
  const ends: string[] = [];
  const reserve = (name: string, usd: number, signal: AbortSignal = never) => {
    const wait = budget.reserve(picoOf(usd), signal);
    if (wait === undefined) ends.push(name);
    else
      void wait.then(
        () => ends.push(`${name} later`),
        (error: Error) => ends.push(`${name}: ${error.message}`),
      );
  };
  const settle = (reservedUsd: number, spentUsd: number) =>
    budget.settle({ reserved: picoOf(reservedUsd), spent: picoOf(spentUsd), unknown: 0, atLeast: false });
  return { ends, reserve, settle };
}

test('a cap of 0.3 has room for three times 0.1', () => {
  const { ends, reserve } = reserver(createBudget({ capUsd: 0.3 }));
  for (const name of ['a', 'b', 'c']) reserve(name, 0.1);
  expect(ends).toEqual(['a', 'b', 'c']);
});

test('what does not fit waits in order while reserves are out, goes on when they free money, and is refused when none is out', async () => {
  const budget = createBudget({ capUsd: 0.1 });
  const { ends, reserve, settle } = reserver(budget);
  reserve('a', 0.06);
  reserve('b', 0.05);
  reserve('c', 0.01);
  expect(ends).toEqual(['a']);
  settle(0.06, 0.02);
  await settled();
  expect(ends).toEqual(['a', 'b later', 'c later']);
  reserve('d', 0.05);
  settle(0.05, 0.05);
  settle(0.01, 0.01);
  await settled();
  expect(ends.slice(3)).toEqual([
    'd: budget: expected a call within the $0.02 left of $0.1, got one that may cost $0.05. Raise the budget, or lower maxTokens.',
  ]);
  reserve('e', 0.03);
  reserve('f', 0.02);
  await settled();
  expect(ends.slice(4)).toEqual([
    'f',
    'e: budget: expected a call within the $0.02 left of $0.1, got one that may cost $0.03. Raise the budget, or lower maxTokens.',
  ]);
  expect(budget.spentUsd).toBe(0.08);
});

test('an aborted waiter leaves, and the next one that fits goes on', async () => {
  const { ends, reserve } = reserver(createBudget({ capUsd: 0.1 }));
  const caller = new AbortController();
  reserve('a', 0.06);
  reserve('big', 0.09, caller.signal);
  reserve('small', 0.04);
  caller.abort(new Error('enough'));
  await settled();
  expect(ends.toSorted()).toEqual(['a', 'big: enough', 'small later']);
});

test('amounts of 0 always go through: under a cap of 0, past it, and before those that wait', () => {
  const { ends, reserve } = reserver(createBudget({ capUsd: 0 }));
  reserve('free', 0);
  const past = reserver(createBudget({ capUsd: 0.01, spentUsd: 5 }));
  past.reserve('free', 0);
  const busy = reserver(createBudget({ capUsd: 0.1 }));
  busy.reserve('a', 0.1);
  busy.reserve('b', 0.1);
  busy.reserve('free', 0);
  expect([ends, past.ends, busy.ends]).toEqual([['free'], ['free'], ['a', 'free']]);
});

test('a cap of 0 lets nothing through that costs', async () => {
  const { ends, reserve } = reserver(createBudget({ capUsd: 0 }));
  reserve('a', 1e-9);
  await settled();
  expect(ends).toEqual([
    'a: budget: expected a call within the $0 left of $0, got one that may cost $1e-9. Raise the budget, or lower maxTokens.',
  ]);
});

test('earlier parts of the run count: what was spent, and what may have been', () => {
  const budget = createBudget({ capUsd: 1, spentUsd: 0.5, unknownUsd: 0.3, atLeast: true });
  const { ends, reserve } = reserver(budget);
  reserve('fits', 0.2);
  expect([ends, budget.spentUsd, budget.unknownUsd, budget.atLeast]).toEqual([['fits'], 0.5, 0.3, true]);
});

test('without a cap everything goes through and is booked', () => {
  const budget = createBudget();
  const { ends, reserve } = reserver(budget);
  reserve('a', 1e6);
  budget.settle({ reserved: picoOf(1e6), spent: picoOf(0.25), unknown: picoOf(0.5), atLeast: true });
  budget.settle({ reserved: 0, spent: 0, unknown: 0, atLeast: false });
  expect([ends, budget.spentUsd, budget.unknownUsd, budget.atLeast, budget.capUsd]).toEqual([['a'], 0.25, 0.5, true, undefined]);
});

test.each([-0.01, Infinity, Number.NaN])('a cap of %s is refused', (capUsd) => {
  expect(() => createBudget({ capUsd })).toThrow('capUsd: expected a finite number of USD, 0 or more');
});
