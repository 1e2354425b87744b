import { createHash } from 'node:crypto';
import { AssizeError } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import { viewOf, type SpaceView } from '../../core/space-view.ts';
import type { RunRecord } from '../../run/ports.ts';
import type { ResultRow } from '../../run/result-rows.ts';

/** A verdict to be exported. What is none (abstained, unreadable, failed) is never one: it is counted beside. */
export type ExportedVerdict = {
  readonly row: ResultRow;
  readonly value: string | number;
  /** Place of the judge in the run. */
  readonly judge: number;
  /** Number of the item in the run, from 0. */
  readonly item: number;
  readonly view: SpaceView;
};

/** What an exporter gets: the run, its verdicts in order, and at the end how many judgments were none. */
export type ExportSource = {
  readonly run: RunRecord;
  verdicts(): Generator<ExportedVerdict>;
};

/** A run's judgments in the layout that another tool imports; pieces of one text. */
export interface ToolExport {
  readonly name: string;
  /** What becomes of the file, for people. */
  readonly summary: string;
  /** @throws AssizeError `usage` where the tool has no place for verdicts of a judge's space. */
  check?(run: RunRecord): void;
  text(source: ExportSource): Generator<string>;
}

/** The exporter of a name. @throws AssizeError `usage`. */
export function toolExportNamed(name: string, among: readonly ToolExport[]): ToolExport {
  const found = among.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = among.map((one) => one.name);
  const near = nearest(name, names);
  throw new AssizeError(
    'usage',
    `--format: expected one of ${names.join(', ')}, got ${JSON.stringify(name)}. ${near === undefined ? 'Leave it out for rows by the ending of --out.' : `Did you mean ${near}?`}`,
  );
}

/** A run's verdicts, and after the last how many judgments gave none. */
export class RunVerdicts implements ExportSource {
  readonly run: RunRecord;
  /** Judgments that gave no verdict, and those that gave one; known after the last. */
  others = 0;
  written = 0;
  readonly #rows: Iterable<ResultRow>;

  constructor(run: RunRecord, rows: Iterable<ResultRow>) {
    this.run = run;
    this.#rows = rows;
  }

  *verdicts(): Generator<ExportedVerdict> {
    const judges = new Map(this.run.judges.map(({ name, spec }, place) => [name, { place, view: viewOf(spec.verdict) }]));
    let last: string | undefined;
    let item = -1;
    for (const row of this.#rows) {
      if (row.item !== last) [last, item] = [row.item, item + 1];
      const judge = judges.get(row.judge);
      if (row.status !== 'scored' || row.value === undefined || judge === undefined) {
        this.others += 1;
        continue;
      }
      this.written += 1;
      yield { row, value: row.value, judge: judge.place, item, view: judge.view };
    }
  }
}

/** 1 for the pass of a binary space, 0 for its fail; `undefined` in other spaces. */
export function passOf({ view, value }: ExportedVerdict): 0 | 1 | undefined {
  if (view.positive === undefined) return undefined;
  return value === view.positive ? 1 : 0;
}

/** An id that is the same each time the run is exported, in the form of a UUID. */
export function exportId(run: RunRecord, { judge, item, draw }: ResultRow): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([run.id, judge, item, draw]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Where a judgment is from, for the tools' metadata. */
export function originOf(run: RunRecord, { judgeHash, draw }: ResultRow): Record<string, string | number> {
  return { tool: 'assize', run: run.id, judgeHash, draw };
}
