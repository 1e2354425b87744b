import { gzipSync } from 'node:zlib';
import type { CallStore } from '../model/call-store.ts';
import type { RunItem, RunRecord, RunStore } from '../run/ports.ts';
import { itemDetail, itemLine, type ItemLine } from './item-record.ts';

/** Judgments in one block of details, and characters after which one ends earlier: what is unpacked when a judgment is opened. */
const detailJudgments = 64;
const detailCharacters = 1024 * 1024;
const lineJudgments = 4000;

/** Judgments that a page holds: beyond that a browser is slow to open it. */
export const mostJudgments = 50_000;

/**
 * A run's judgments as blocks inside a page: gzip in base64, in elements that no browser runs. Base64 has no character that could end the element, so nothing that a model wrote can break out.
 * `lines` are small and are all unpacked when the page opens; `details` are unpacked one by one, when a judgment in them is looked at.
 *
 * By stream: memory holds one block of each.
 */
export function* itemBlocks(run: RunRecord, { runs, calls }: { runs: RunStore; calls: CallStore }): Generator<string> {
  let lines: ItemLine[] = [];
  let details: string[] = [];
  let [characters, first, place] = [0, 0, 0];
  for (const [record, item] of judgedItems(run, runs)) {
    lines.push(itemLine(record, item, run));
    const detail = JSON.stringify(itemDetail(record, item, calls));
    details.push(detail);
    characters += detail.length;
    place += 1;
    if (details.length === detailJudgments || characters >= detailCharacters) {
      yield block('details', `[${details.join(',')}]`, first);
      [details, characters, first] = [[], 0, place];
    }
    if (lines.length === lineJudgments) {
      yield block('lines', JSON.stringify(lines), place - lines.length);
      lines = [];
    }
    if (place === mostJudgments) break;
  }
  if (details.length > 0) yield block('details', `[${details.join(',')}]`, first);
  if (lines.length > 0) yield block('lines', JSON.stringify(lines), place - lines.length);
}

function* judgedItems(run: RunRecord, runs: RunStore) {
  const items = runs.items(run.id)[Symbol.iterator]();
  let item = items.next().value as RunItem | undefined;
  for (const record of runs.judgments(run.id)) {
    while (item !== undefined && item.row < record.row) item = items.next().value as RunItem | undefined;
    if (item !== undefined && item.row === record.row) yield [record, item] as const;
  }
}

function block(kind: 'lines' | 'details', json: string, first: number): string {
  return `<script type="application/octet-stream" data-${kind}="${first}">${gzipSync(json).toString('base64')}</script>\n`;
}
