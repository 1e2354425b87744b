import type { FetchEvent } from '../../model/local/weights/fetch-weights.ts';

/** Tells on a stream how a model's file is coming: source, size, a line each 5%, faults, the checksum. */
export function fetchProgress(stream: NodeJS.WritableStream): (event: FetchEvent) => void {
  let shown = -1;
  return (event) => {
    switch (event.type) {
      case 'source-tried':
        shown = -1;
        stream.write(
          `${event.model}: trying ${event.source}${event.totalBytes === undefined ? '' : `, ${megabytes(event.totalBytes)}`}\n`,
        );
        break;
      case 'bytes-fetched': {
        if (event.totalBytes === undefined) break;
        const step = Math.floor((event.bytes / event.totalBytes) * 20);
        if (step === shown) break;
        shown = step;
        stream.write(
          `${event.model}: ${step * 5}% (${megabytes(event.bytes)} of ${megabytes(event.totalBytes)}) from ${event.source}\n`,
        );
        break;
      }
      case 'source-failed':
        stream.write(`${event.model}: ${event.source} did not give it: ${event.reason}\n`);
        break;
      case 'sum-checked':
        stream.write(`${event.model}: ${megabytes(event.bytes)}, SHA-256 ${event.sha256.slice(0, 16)}… as published\n`);
        break;
      case 'sum-refused':
        stream.write(
          `${event.path}: expected SHA-256 ${event.expected.slice(0, 16)}…, got ${event.got.slice(0, 16)}…. It was removed and is fetched again.\n`,
        );
        break;
      case 'process-awaited':
        stream.write(`${event.model}: process ${event.pid} is fetching it; waiting.\n`);
        break;
    }
  };
}

/** `1,117 MB` (millions of bytes). */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}
