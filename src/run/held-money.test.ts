import { expect, test } from 'vitest';
import type { Json } from '../core/json.ts';
import { createBudget } from '../model/middleware/budget.ts';
import { picoOf } from '../model/middleware/money.ts';
import { HeldMoney } from './held-money.ts';

/** Facts in a map: what is in it is what a killed process has left. */
function keptFacts() {
  const kept = new Map<string, Json>();
  return { kept, get: (key: string) => kept.get(key), put: (key: string, value: Json) => void kept.set(key, value) };
}
const never = new AbortController().signal;

test('a run that ended of itself holds what replies without usage may have cost, and is not cut', () => {
  const facts = keptFacts();
  const held = new HeldMoney(facts, 'r');
  held.mayOwe(0.3);
  held.charge(0.1);
  held.charge(0.2);
  held.close(0.05);
  const next = new HeldMoney(facts, 'r');
  expect([next.heldUsd, next.chargedUsd, next.cut]).toEqual([0.05, 0.3, false]);
  expect(new HeldMoney(facts, 'another').heldUsd).toBe(0);
});

test('a run that was killed holds the most that it ever owed, once, however often it is opened', () => {
  const facts = keptFacts();
  const first = new HeldMoney(facts, 'r');
  first.close(0.05);
  first.mayOwe(0.25);
  first.charge(0.1);
  const second = new HeldMoney(facts, 'r');
  expect([second.heldUsd, second.chargedUsd, second.cut]).toEqual([0.25, 0.1, true]);
  const third = new HeldMoney(facts, 'r');
  expect([third.heldUsd, third.chargedUsd, third.cut]).toEqual([0.25, 0.1, false]);
});

test('nothing owed, nothing written', () => {
  const facts = keptFacts();
  new HeldMoney(facts, 'r').close(0);
  expect(facts.kept.size).toBe(0);
});

test('a budget tells what it may owe before it lets an attempt go, and only where that is more than ever', () => {
  const told: number[] = [];
  const budget = createBudget({ capUsd: 1, unknownUsd: 0.1, onOwing: (usd) => told.push(usd) });
  const settled = { unknown: 0, atLeast: false };
  void budget.reserve(picoOf(0.2), never);
  void budget.reserve(picoOf(0.3), never);
  budget.settle({ ...settled, reserved: picoOf(0.3), spent: picoOf(0.1) });
  void budget.reserve(picoOf(0.3), never);
  budget.settle({ reserved: picoOf(0.2), spent: 0, unknown: picoOf(0.2), atLeast: true });
  void budget.reserve(picoOf(0.1), never);
  expect(told).toEqual([0.3, 0.6, 0.7]);
});

test('what nothing can be told of is not let go', () => {
  const budget = createBudget({
    capUsd: 1,
    onOwing: () => {
      throw new Error('no room on the disk');
    },
  });
  expect(() => budget.reserve(1, never)).toThrow('no room');
  expect(budget.spentUsd).toBe(0);
});
