import { availableParallelism } from 'node:os';
import type { Llama, LlamaLogLevel } from 'node-llama-cpp';
import { AssizeError } from '../../../core/errors.ts';
import { reasonOf } from '../weights/cache-fault.ts';

/** The runtime and the module that it comes from. */
export type Runtime = {
  readonly module: typeof import('node-llama-cpp');
  readonly llama: Llama;
  /** What the runtime last complained of, for an error's message. */
  readonly complaint: () => string | undefined;
};

export type RuntimeOptions = {
  /** `false`: the processor alone, whose results are the same on every run. `auto`: a GPU where the installed binaries know it. */
  readonly gpu: false | 'auto';
};

const runtimes = new Map<RuntimeOptions['gpu'], Promise<Runtime>>();

/**
 * The process's one runtime, loaded by the first call: the prebuilt binary, nothing downloaded, nothing compiled.
 *
 * @throws AssizeError `model` where there is no binary for this machine.
 */
export function loadRuntime({ gpu }: RuntimeOptions): Promise<Runtime> {
  const known = runtimes.get(gpu);
  if (known !== undefined) return known;
  const loading = load(gpu);
  runtimes.set(gpu, loading);
  loading.catch(() => runtimes.delete(gpu));
  return loading;
}

/** Threads to evaluate with: the cores that do arithmetic, and no more than the process may use; more would make it slower by orders of magnitude. */
export function threadsFor({ llama }: Pick<Runtime, 'llama'>, most: number | undefined): number {
  return Math.max(1, Math.min(llama.cpuMathCores, availableParallelism(), most ?? Number.POSITIVE_INFINITY));
}

async function load(gpu: RuntimeOptions['gpu']): Promise<Runtime> {
  try {
    const module = await import('node-llama-cpp');
    let last: string | undefined;
    const llama = await module.getLlama({
      gpu,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      logLevel: 'error' as LlamaLogLevel,
      logger: (_level, message) => {
        last = message.trim() === '' ? last : message.replace(/\s+/gu, ' ').trim();
      },
    });
    return { module, llama, complaint: () => last };
  } catch (error) {
    throw new AssizeError(
      'model',
      `local models: expected node-llama-cpp's binary for ${process.platform}-${process.arch}, got: ${reasonOf(error)}. Install with optional packages (npm install, without --omit=optional).`,
      { cause: error },
    );
  }
}
