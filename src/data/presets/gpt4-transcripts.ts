import { isObject } from '../../core/json.ts';
import type { RawRecord } from '../formats/entry.ts';
import { RecordFault, textAt, wholeAt } from './record-cells.ts';

/** Columns for GPT-4's recorded verdicts: what LLMBar's repository publishes beside its pairs, those of MT-Bench among them. */
export const gpt4Columns = {
  gpt4_first: 'GPT-4’s verdict with the candidates in the published order',
  gpt4_swapped: 'its verdict with the candidates swapped, told of the published sides',
  gpt4_both_orders: 'its verdict where both orders agree, else tie',
  gpt4_reason: 'what it wrote in the published order',
  gpt4_reason_swapped: 'what it wrote with the candidates swapped',
  checklist: 'questions that GPT-4 wrote for the instruction',
  gpt4_reference: 'GPT-4’s own answer to the instruction',
} as const;

/** The column for a recorded judge that asked in both orders. */
export const gpt4Recorded = { column: 'gpt4_both_orders', verdict: { kind: 'preference', ties: true } } as const;

/** A pair as LLMBar publishes them: texts, gold, and what GPT-4 said, null where the file does not tell. */
export function llmbarPair(record: RawRecord): Record<string, unknown> {
  return {
    input: textAt(record, 'input'),
    outputA: textAt(record, 'output_1'),
    outputB: textAt(record, 'output_2'),
    gold: wholeAt(record, 'label', [1, 2]) === 1 ? 'A' : 'B',
    ...recorded(record['results']),
  };
}

function recorded(results: unknown): Record<keyof typeof gpt4Columns, unknown> {
  if (!Array.isArray(results))
    return Object.fromEntries(Object.keys(gpt4Columns).map((column) => [column, null])) as Record<keyof typeof gpt4Columns, null>;
  const orders: unknown = results.at(-1);
  if (!isObject(orders)) throw new RecordFault('results', 'both orders at its end', orders);
  const first = orderOf(orders['swap = False']);
  const swapped = orderOf(orders['swap = True']);
  const notes = results
    .slice(0, -1)
    .map((note: unknown) => (Array.isArray(note) && typeof note[0] === 'string' ? note[0] : null));
  return {
    gpt4_first: first.winner,
    gpt4_swapped: swapped.winner,
    gpt4_both_orders:
      first.winner === null || swapped.winner === null ? null : first.winner === swapped.winner ? first.winner : 'tie',
    gpt4_reason: first.said,
    gpt4_reason_swapped: swapped.said,
    checklist: notes[0] ?? null,
    gpt4_reference: notes[1] ?? null,
  };
}

/** One order's transcript. `winner` is of the published sides already; a winner that is neither is none. */
function orderOf(order: unknown): { readonly winner: 'A' | 'B' | null; readonly said: string | null } {
  if (!isObject(order)) throw new RecordFault('results', 'both orders at its end', order);
  const { winner, completion } = order;
  const said: unknown = Array.isArray(completion) ? completion[0] : completion;
  return {
    winner: String(winner) === '1' ? 'A' : String(winner) === '2' ? 'B' : null,
    said: typeof said === 'string' ? said : null,
  };
}
