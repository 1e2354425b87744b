import { checkShape } from './check-shape.ts';
import { AssizeError } from './errors.ts';
import { foldLabel } from './fold.ts';
import type { JsonObject } from './json.ts';
import { binaryView } from './spaces/binary.ts';
import { categoricalView } from './spaces/categorical.ts';
import { intervalView } from './spaces/interval.ts';
import { ordinalView } from './spaces/ordinal.ts';
import { preferenceView } from './spaces/preference.ts';
import type { Problem, VerdictValue } from './verdict.ts';
import { verdictSpaceSchema } from './verdict-space-schema.ts';
import type { Level, VerdictSpace } from './verdict-space.ts';

/** A value of the menu with the text a judge answers with. */
export type MenuEntry = {
  readonly value: VerdictValue;
  readonly label: string;
  readonly description?: string;
  readonly synonyms: readonly string[];
};

/** What a raw answer is in a space. */
export type Admission = { readonly ok: VerdictValue } | { readonly problem: Problem; readonly message: string };

/** Everything that shared code asks of a verdict space; no other code looks at its kind. */
export interface SpaceView {
  readonly space: VerdictSpace;
  /** Scale of measurement, which decides κ's weights and what may be averaged. */
  readonly scale: 'nominal' | 'ordinal' | 'interval';
  /** The finite menu, worst to best where ordered; for an interval its integers where there are at most 101, else `undefined`. */
  readonly menu: readonly MenuEntry[] | undefined;
  /** The classes of a confusion matrix, worst to best where ordered; `undefined` on intervals. */
  readonly classes: readonly VerdictValue[] | undefined;
  /** The class that precision, recall and the pass rate speak of; only binary spaces have one. */
  readonly positive: VerdictValue | undefined;
  /** Whether verdicts are about two candidates. */
  readonly pairwise: boolean;
  /** Whether every value is a number (so that `expected` and mean scores are defined). */
  readonly numeric: boolean;
  /** Lowest and highest numeric value, where `numeric`. */
  readonly range: readonly [number, number] | undefined;
  /** JSON Schema of a verdict value. */
  schema(): JsonObject;
  /** What may be answered, as it stands in a prompt: `one of: supported, not supported`. */
  sentence(): string;
  /** Whether a JSON value (or a text that is nothing but the answer) is a verdict of this space. Never clamps, never guesses. */
  admit(raw: unknown): Admission;
  /** Place in the order, higher is better; `undefined` where there is no order or the value is not of the space. */
  rank(value: VerdictValue): number | undefined;
  /** The value for the same item with its candidates swapped; the value itself where there are no candidates. */
  mirror(value: VerdictValue): VerdictValue;
}

/** The view of a verdict space. Throws `config` on what is none, and on an impossible one, as `spaceFaults` lists them. */
export function viewOf(space: VerdictSpace): SpaceView {
  const cached = views.get(space);
  if (cached !== undefined) return cached;
  checkShape(verdictSpaceSchema, space, { place: 'verdict', code: 'config' });
  const fault = spaceFaults(space)[0];
  if (fault !== undefined) throw new AssizeError('config', `verdict.${fault.path}: ${fault.message}`);
  const view = build(space);
  views.set(space, view);
  return view;
}

const views = new WeakMap<VerdictSpace, SpaceView>();

function build(space: VerdictSpace): SpaceView {
  switch (space.kind) {
    case 'binary':
      return binaryView(space);
    case 'ordinal':
      return ordinalView(space);
    case 'interval':
      return intervalView(space);
    case 'preference':
      return preferenceView(space);
    case 'categorical':
      return categoricalView(space);
  }
}

/** What is wrong with a space, each with the path of the key inside `verdict`. Empty where nothing is. */
export function spaceFaults(space: VerdictSpace): { path: string; message: string }[] {
  switch (space.kind) {
    case 'binary':
      return levelFaults([
        ['pass', space.pass],
        ['fail', space.fail],
      ]);
    case 'ordinal':
      return [
        ...(space.levels.length < 2
          ? [{ path: 'levels', message: `expected two levels or more, got ${space.levels.length}. Add levels.` }]
          : []),
        ...levelFaults(space.levels.map((level, index) => [`levels[${index}]`, level])),
      ];
    case 'interval':
      return intervalFaults(space.min, space.max);
    case 'preference':
      return [];
    case 'categorical':
      return [
        ...(space.labels.length < 2
          ? [{ path: 'labels', message: `expected two labels or more, got ${space.labels.length}. Add labels.` }]
          : []),
        ...levelFaults(space.labels.map((level, index) => [`labels[${index}]`, level])),
      ];
  }
}

function intervalFaults(min: number, max: number): { path: string; message: string }[] {
  const bounds = [
    ['min', min],
    ['max', max],
  ] as const;
  const infinite = bounds.filter(([, bound]) => !Number.isFinite(bound));
  if (infinite.length > 0)
    return infinite.map(([path, bound]) => ({ path, message: `expected a finite number, got ${bound} (number). Set a bound.` }));
  if (min < max) return [];
  return [{ path: 'max', message: `expected a number above min (${min}), got ${max} (number). Widen the interval.` }];
}

/** Labels and synonyms that are empty, or that fold to one of another level: a reply could then not be told apart. */
function levelFaults(levels: readonly (readonly [string, Level])[]): { path: string; message: string }[] {
  const seen = new Map<string, { path: string; text: string }>();
  const numbers = new Map<number, { path: string; text: string; folded: string; typed: boolean }>();
  const faults: { path: string; message: string }[] = [];
  for (const [path, level] of levels) {
    if (typeof level.label === 'number' && !Number.isFinite(level.label))
      faults.push({ path, message: `expected a finite number or a text, got ${level.label} (number). Name the level.` });
    for (const text of [String(level.label), ...(level.synonyms ?? [])]) {
      const folded = foldLabel(text);
      const other = seen.get(folded);
      if (folded === '')
        faults.push({ path, message: `expected a label with a visible character, got ${JSON.stringify(text)}. Name it.` });
      else if (other !== undefined && other.path !== path)
        faults.push({
          path,
          message: `expected labels that differ, got ${JSON.stringify(text)}, which equals ${JSON.stringify(other.text)} (${other.path}) after NFKC and case folding. Rename one.`,
        });
      else if (other === undefined) seen.set(folded, { path, text });
      const number = decimalOf(folded);
      const twin = number === undefined ? undefined : numbers.get(number);
      const typed = typeof level.label === 'number';
      if (number !== undefined && twin === undefined) numbers.set(number, { path, text, folded, typed });
      else if (twin !== undefined && twin.path !== path && twin.folded !== folded && (typed || twin.typed))
        faults.push({
          path,
          message: `expected labels that a reader can tell apart, got ${JSON.stringify(text)}, which is the number ${JSON.stringify(twin.text)} (${twin.path}) too. Rename one.`,
        });
    }
  }
  return faults;
}

/** The number that a label is, if it is one: a level 1 may be answered as `1`, `01` or `1.0`. */
function decimalOf(label: string): number | undefined {
  return /^[+-]?\d+(?:\.\d+)?$/u.test(label) ? Number(label) : undefined;
}
