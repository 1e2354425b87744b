import { AssizeError } from '../core/errors.ts';
import type { SpaceView } from '../core/space-view.ts';
import type { ModelReply, ModelRequest } from '../model/language-model.ts';
import { readerOf } from './catalogue.ts';
import type { ReadResult } from './reader.ts';
import type { ReaderSpec } from './spec.ts';

/** A reader with its options and the space it reads into. */
export type BoundReader = {
  readonly kind: string;
  readonly version: number;
  readonly options: unknown;
  readonly outputForm: string;
  readonly request: Pick<ModelRequest, 'schema' | 'logprobs'> & { readonly maxTokens?: number };
  read(reply: ModelReply): ReadResult;
  example(verdict: string | number, rationale: string | undefined): string;
};

/** Binds a reader. Throws `config` with the place of the specification on unknown kinds and impossible options. */
export function boundReader(spec: ReaderSpec, space: SpaceView, place: string): BoundReader {
  const reader = readerOf(spec, place);
  let options: unknown;
  try {
    options = reader.parse(spec, space);
  } catch (error) {
    if (error instanceof AssizeError)
      throw new AssizeError('config', error.message.startsWith(place) ? error.message : `${place}: ${error.message}`, {
        cause: error,
      });
    throw error;
  }
  return {
    kind: reader.kind,
    version: reader.version,
    options,
    outputForm: reader.outputForm(space, options),
    request: reader.request(space, options),
    read: (reply) => reader.read(reply, space, options),
    example: (verdict, rationale) => reader.example(verdict, rationale, space, options),
  };
}
