import type { CallId } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import type { CallRecord, CallStore } from '../model/call-store.ts';
import type { ModelReply, ModelRequest } from '../model/language-model.ts';
import type { Connection } from './connection.ts';
import type { GroupCommit } from './group-commit.ts';
import { excluded, inserted, query } from './query.ts';
import type { Parameters } from './query.ts';
import type { SharedTexts } from './shared-texts.ts';
import { fromStored, toStored } from './stored-text.ts';

/** A request whose long texts may stand as numbers. */
type StoredRequest = Omit<ModelRequest, 'messages' | 'schema'> & {
  readonly messages: readonly (Omit<ModelRequest['messages'][number], 'content'> & { readonly content: string | number })[];
  readonly schema?: { readonly name: string; readonly schema: string | number } | undefined;
};

type CallValues = {
  id: string;
  model: string;
  request: string;
  reply: string;
  cost_usd: number | null;
  made_at: string;
  paid_by: string | null;
};

const callColumns = ['model', 'request', 'reply', 'cost_usd', 'made_at', 'paid_by'] as const;

const upsertCall = query((tables, values: Parameters<CallValues>) =>
  tables
    .insertInto('calls')
    .values(inserted(values, ['id', ...callColumns]))
    .onConflict((conflict) => conflict.column('id').doUpdateSet(excluded(callColumns))),
);
const selectCall = query((tables, { id }: Parameters<{ id: string }>) =>
  tables.selectFrom('calls').select(callColumns).where('id', '=', id),
);
const selectPayment = query((tables, { payer }: Parameters<{ payer: string }>) =>
  tables
    .selectFrom('calls')
    .select(({ fn }) => [
      fn.countAll<number>().as('calls'),
      fn.count<number>('cost_usd').as('priced'),
      fn.sum<number | null>('cost_usd').as('usd'),
    ])
    .where('paid_by', '=', payer),
);

/** Calls by key. A later record of the same key takes the place of the earlier. */
export class SqlCallStore implements CallStore {
  readonly #connection: Connection;
  readonly #group: GroupCommit;
  readonly #texts: SharedTexts;

  constructor(connection: Connection, group: GroupCommit, texts: SharedTexts) {
    this.#connection = connection;
    this.#group = group;
    this.#texts = texts;
  }

  get(id: CallId): CallRecord | undefined {
    const row = this.#connection.first(selectCall, { id: toStored(id) });
    if (row === undefined) return undefined;
    return {
      id,
      model: fromStored(row.model),
      request: this.#requestFrom(JSON.parse(row.request) as StoredRequest),
      reply: JSON.parse(row.reply) as ModelReply,
      ...(row.cost_usd !== null && { costUsd: row.cost_usd }),
      madeAt: row.made_at,
      ...(row.paid_by !== null && { run: fromStored(row.paid_by) }),
    };
  }

  put(record: CallRecord): Promise<void> {
    return this.#group.put(() => {
      this.#connection.run(upsertCall, {
        id: toStored(record.id),
        model: toStored(record.model),
        request: JSON.stringify(this.#requestTo(record.request)),
        reply: JSON.stringify(record.reply),
        cost_usd: record.costUsd ?? null,
        made_at: record.madeAt,
        paid_by: record.run === undefined ? null : toStored(record.run),
      });
    });
  }

  paidBy(payer: string): ReturnType<CallStore['paidBy']> {
    const row = this.#connection.first(selectPayment, { payer: toStored(payer) });
    const calls = row?.calls ?? 0;
    return { calls, usd: row?.usd ?? 0, atLeast: (row?.priced ?? 0) < calls };
  }

  #requestTo(request: ModelRequest): StoredRequest {
    const { messages, schema } = request;
    return {
      ...request,
      messages: messages.map((message) => ({ ...message, content: this.#texts.share(message.content) })),
      schema: schema === undefined ? undefined : { ...schema, schema: this.#texts.share(JSON.stringify(schema.schema)) },
    };
  }

  #requestFrom({ messages, schema, ...rest }: StoredRequest): ModelRequest {
    return {
      ...rest,
      messages: messages.map((message) => ({ ...message, content: this.#texts.read(message.content) })),
      ...(schema !== undefined && {
        schema: { ...schema, schema: JSON.parse(this.#texts.read(schema.schema)) as { [key: string]: Json } },
      }),
    };
  }
}
