import type { Json } from './json.ts';

/** Derived texts under their key (translations, checklists) and learned state under its hash. `put` resolves when durable. */
export interface ArtifactStore {
  get(key: string): Json | undefined;
  put(key: string, value: Json): Promise<void>;
}

/** Small facts that outlive a run: the structured form an endpoint takes, checksums of files seen. */
export interface FactStore {
  get(key: string): Json | undefined;
  put(key: string, value: Json): void;
}
