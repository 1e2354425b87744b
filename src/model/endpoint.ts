import type { StructuredForm } from './language-model.ts';

export type EndpointKind = 'openai-compatible' | 'openai' | 'anthropic' | 'google' | 'local';

/** An endpoint with every default filled in (`endpoints.NAME` of the configuration). */
export type EndpointConfig = {
  readonly name: string;
  readonly kind: EndpointKind;
  readonly baseUrl?: string;
  /** `$NAME` of an environment variable; the key itself is read at the moment of use and kept nowhere. */
  readonly key?: string;
  /** USD per million tokens. */
  readonly price?: { readonly input: number; readonly output: number; readonly cachedInput?: number };
  /** Further attempts after the first. */
  readonly retries: number;
  /** For one attempt. */
  readonly timeoutMs: number;
  /** Where the adaptive limit starts, and its cap. */
  readonly maxConcurrency: number;
  readonly contextTokens?: number;
  readonly structured: 'auto' | StructuredForm;
  /** Values may hold `$NAME`. */
  readonly headers?: Readonly<Record<string, string>>;
};

export const endpointDefaults = { retries: 4, timeoutMs: 60_000, maxConcurrency: 32, structured: 'auto' } as const;
