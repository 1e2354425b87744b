import type { JsonObject } from '../core/json.ts';
import type { SpaceView } from '../core/space-view.ts';
import type { Verdict } from '../core/verdict.ts';
import type { ModelReply, ModelRequest } from '../model/language-model.ts';
import type { ReaderSpec } from './spec.ts';

/** What a reader makes of a reply. */
export type ReadResult = { readonly verdict: Verdict; readonly rationale?: string };

/**
 * Turns a reply into a verdict. A reader sees only replies that came from a model (never an error's text), and never throws: what it cannot
 * read is `unreadable` with the problem.
 */
export interface Reader<Options = unknown> {
  readonly kind: string;
  /** Raised whenever the same reply could be read differently: part of a judge's identity. */
  readonly version: number;
  /** Fills the options' defaults; throws a `config` AssizeError on an unknown or impossible option, or one that the space cannot have. */
  parse(spec: ReaderSpec, space: SpaceView): Options;
  /** The sentence of the prompt that tells the form of the answer. */
  outputForm(space: SpaceView, options: Options): string;
  /** The part of the request that belongs to this form: a schema, token probabilities, a cap of tokens. */
  request(space: SpaceView, options: Options): Pick<ModelRequest, 'schema' | 'logprobs'> & { readonly maxTokens?: number };
  read(reply: ModelReply, space: SpaceView, options: Options): ReadResult;
  /** An answer in this form, for worked examples in the prompt. */
  example(verdict: string | number, rationale: string | undefined, space: SpaceView, options: Options): string;
  /** JSON Schema of the options, `kind` among them. */
  readonly optionsSchema: JsonObject;
}
