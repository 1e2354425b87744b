/** What a model will take, in bytes, and how many sequences that allows. */
export type MemoryPlan = { readonly sequences: number; readonly bytes: number };

export type MemoryNeeds = {
  readonly weightsBytes: number;
  readonly contextTokens: number;
  /** Absent where the file does not tell: then a large model's is assumed. */
  readonly contextBytesPerToken: number | undefined;
  /** Wished for. */
  readonly sequences: number;
  readonly totalBytes: number;
};

const unknownBytesPerToken = 131_072;
/** Of the machine's memory, what the sequences of one model may take. */
const contextShare = 0.25;
/** Buffers of an evaluation: logits, attention. */
const overheadBytes = 300e6;

/** As many sequences as a quarter of the memory holds, one at least, the wished number at most. */
export function memoryPlan(needs: MemoryNeeds): MemoryPlan {
  const { weightsBytes, contextTokens, contextBytesPerToken = unknownBytesPerToken, totalBytes } = needs;
  const each = contextTokens * contextBytesPerToken;
  const fitting = Math.floor((totalBytes * contextShare) / each);
  const sequences = Math.max(1, Math.min(needs.sequences, fitting));
  return { sequences, bytes: weightsBytes + sequences * each + overheadBytes };
}
