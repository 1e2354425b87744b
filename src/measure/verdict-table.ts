import type { SpaceView } from '../core/space-view.ts';
import { hasGold, isScored, type SpaceColumns } from './space-columns.ts';

/** Where verdicts went, against gold: what a confusion table and a distribution of scores are drawn from. Counts are of judgments. */
export type VerdictTable = {
  /** Classes worst to best where ordered, as text; on intervals equal parts of the range, `0 to 10`. */
  readonly labels: readonly string[];
  /** Whether labels are parts of a range. */
  readonly binned: boolean;
  /** Scored judgments at `gold · labels + verdict`; a cell without any has no entry, so that a thousand labels are no burden. */
  readonly counts: ReadonlyMap<number, number>;
  /** Judgments made without a verdict, by gold. */
  readonly withoutVerdict: Float64Array;
  /** Scored judgments by verdict, those without gold too. */
  readonly verdicts: Float64Array;
};

/** Parts that a range is cut into. */
const parts = 10;

/** Counts verdicts against gold. O(n). */
export function verdictTable(columns: SpaceColumns): VerdictTable {
  const cells = cellsOf(columns.view);
  const k = cells.labels.length;
  const table = {
    ...cells.labelled,
    counts: new Map<number, number>(),
    withoutVerdict: new Float64Array(k),
    verdicts: new Float64Array(k),
  };
  for (let place = 0; place < columns.status.length; place += 1) {
    const gold = hasGold(columns, place) ? cells.of(columns.gold[place], columns.goldNumber[place]) : -1;
    if (!isScored(columns, place)) {
      if (gold >= 0) increase(table.withoutVerdict, gold);
      continue;
    }
    const verdict = cells.of(columns.value[place], columns.number[place]);
    increase(table.verdicts, verdict);
    if (gold >= 0) table.counts.set(gold * k + verdict, (table.counts.get(gold * k + verdict) ?? 0) + 1);
  }
  return table;
}

function cellsOf({ classes, range }: SpaceView) {
  if (classes !== undefined) {
    const labels = classes.map(String);
    return { labels, labelled: { labels, binned: false }, of: (code: number | undefined) => code as number };
  }
  const [min, max] = range ?? [0, 1];
  const width = (max - min) / parts;
  const edge = (place: number): string => String(Number((min + place * width).toPrecision(6)));
  const labels = Array.from({ length: parts }, (_, place) => `${edge(place)} to ${edge(place + 1)}`);
  const of = (_code: number | undefined, number: number | undefined): number =>
    Math.min(parts - 1, Math.max(0, Math.floor(((number as number) - min) / width)));
  return { labels, labelled: { labels, binned: true }, of };
}

function increase(counts: Float64Array, place: number): void {
  counts[place] = (counts[place] as number) + 1;
}
