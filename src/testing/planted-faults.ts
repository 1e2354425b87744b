import { AssizeError, describe } from '../core/errors.ts';
import { deriveSeed } from '../core/random.ts';
import type { SpaceView } from '../core/space-view.ts';
import type { VerdictValue } from '../core/verdict.ts';

/**
 * What a planted judge does wrong: the truth that a study must find. What is left out is absent; a judge with nothing planted is always
 * right. The faults come in the order of the list; the first that decides, decides.
 */
export type PlantedFaults = {
  /** Share of draws (0–1) that end without a verdict, whatever the item. */
  readonly unreadable?: number;
  /** Share of draws (0–1) answered uniformly at random over the menu, whatever the item. The only fault besides `unreadable` that differs between draws. */
  readonly noise?: number;
  /** On pairs: share of items (0–1) always answered with the candidate shown first; negative: shown second. */
  readonly position?: number;
  /**
   * What length gains, for each doubling. On pairs: share of items that the longer candidate wins for each doubling of its length over the
   * other's (at most all). Elsewhere: places on the menu gained for each doubling of the output's length over `usualLength`,
   * rounded up or down so that the mean over items is exact, and stopped at the ends of the menu. Negative: length loses.
   */
  readonly verbosity?: number;
  /** Code points; default 200. */
  readonly usualLength?: number;
  /** Share of items (0–1) answered right; the others get one of the wrong answers, each as likely, the same one in every draw. Default 1. */
  readonly accuracy?: number;
  /** Accuracy lost in a language. */
  readonly languageGap?: Readonly<Record<string, number>>;
};

/** What a planted judge is told of the item that it sees. */
export type PlantedFacts = {
  /** Names the item. The same for all its draws, orders and rewordings: what is wrong with an item stays with it. */
  readonly key: string;
  /** The right answer, for the item as it is shown. */
  readonly gold: VerdictValue;
  readonly language?: string;
  /** Code points of the output, or of both candidates in the order shown. Without it length gains nothing. */
  readonly lengths?: readonly [number] | readonly [number, number];
};

/** What makes one draw differ from another: the judge's seed, and a text for the draw. */
export type PlantedDraw = { readonly seed: number; readonly draw: string };

/**
 * The answer of a judge with these faults; `undefined` where it gives none. It depends on its arguments alone.
 *
 * @throws AssizeError `usage` where the space has no menu (a real interval) or the gold is not on it.
 */
export function plantedAnswer(
  view: SpaceView,
  faults: PlantedFaults,
  { facts, seed, draw }: PlantedDraw & { readonly facts: PlantedFacts },
): VerdictValue | undefined {
  const menu = plantedMenu(view);
  const place = menu.indexOf(facts.gold);
  if (place < 0)
    throw new AssizeError(
      'usage',
      `planted judge: expected gold on the menu (${menu.join(', ')}), got ${describe(facts.gold)}. Correct it.`,
    );
  const ofItem = (label: string) => uniform(seed, facts.key, label);
  const ofDraw = (label: string) => uniform(seed, facts.key, label, draw);

  if (ofDraw('unreadable') < (faults.unreadable ?? 0)) return undefined;
  if (ofDraw('noise') < (faults.noise ?? 0)) return pick(menu, ofDraw('noise answer'));
  if (view.pairwise) {
    const { position = 0 } = faults;
    if (ofItem('position') < Math.abs(position)) return position > 0 ? menu[0] : menu[1];
    const longer = doublings(facts.lengths?.[0], facts.lengths?.[1]) * (faults.verbosity ?? 0);
    if (ofItem('verbosity') < Math.abs(longer)) return longer > 0 ? menu[0] : menu[1];
  }
  const right = ofItem('accuracy') < accuracyIn(faults, facts.language);
  const answered = right ? place : menu.indexOf(pick(menu.toSpliced(place, 1), ofItem('wrong answer')));
  if (view.pairwise) return menu[answered];
  const gained = doublings(facts.lengths?.[0], faults.usualLength ?? 200) * (faults.verbosity ?? 0);
  const shifted = answered + Math.floor(gained + ofItem('verbosity'));
  return menu[Math.min(menu.length - 1, Math.max(0, shifted))];
}

/** The values that a planted judge chooses from, worst to best where ordered. */
export function plantedMenu(view: SpaceView): readonly VerdictValue[] {
  if (view.menu === undefined)
    throw new AssizeError(
      'usage',
      `planted judge: expected a space with a menu, got ${view.sentence()}. Plant in levels or a small integer interval.`,
    );
  return view.menu.map(({ value }) => value);
}

/**
 * The share of its verdicts that are right: (1 − ν)·((1 − |π|)·α + |π|/2) + ν/k, with noise ν, position bias π, accuracy α less the language's gap, and a menu of
 * k. On pairs it holds where gold is first as often as second, and never a tie. Verbosity is not in it.
 */
export function plantedAccuracy(faults: PlantedFaults, menuSize: number, language?: string): number {
  const { noise = 0, position = 0 } = faults;
  const steady = (1 - Math.abs(position)) * accuracyIn(faults, language) + Math.abs(position) / 2;
  return (1 - noise) * steady + noise / menuSize;
}

/** The chance that two draws of one item end with the same verdict: (1 − ν)² + (2·ν·(1 − ν) + ν²)/k, with noise ν and a menu of k. */
export function plantedAgreement({ noise = 0 }: PlantedFaults, menuSize: number): number {
  return (1 - noise) ** 2 + (2 * noise * (1 - noise) + noise ** 2) / menuSize;
}

function accuracyIn({ accuracy = 1, languageGap }: PlantedFaults, language: string | undefined): number {
  return accuracy - ((language === undefined ? undefined : languageGap?.[language]) ?? 0);
}

/** How often `length` is twice `other`; 0 where one is unknown. Empty texts count as one code point. */
function doublings(length: number | undefined, other: number | undefined): number {
  if (length === undefined || other === undefined) return 0;
  return Math.log2(Math.max(1, length) / Math.max(1, other));
}

function pick(values: readonly VerdictValue[], at: number): VerdictValue {
  return values[Math.floor(at * values.length)] as VerdictValue;
}

/** A number in [0, 1) that belongs to these parts. */
function uniform(...parts: readonly (string | number)[]): number {
  return deriveSeed(...parts) / 2 ** 31;
}
