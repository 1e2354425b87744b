import type { Reader } from '../reader.ts';
import { jsonReader } from './json.ts';
import { logprobsReader } from './logprobs.ts';
import { taggedReader } from './tagged.ts';

/** The built-in readers, the default first. */
export const readers: readonly Reader[] = [jsonReader, taggedReader, logprobsReader] as readonly Reader[];
