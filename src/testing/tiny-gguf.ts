import { seededRandom, type Random } from '../core/random.ts';

/** Token types of the GGUF format. */
const normal = 1;
const unknown = 2;
const control = 3;
const byte = 6;

/** Value types of the GGUF format. */
const u32 = 4;
const f32 = 6;
const bool = 7;
const text = 8;
const list = 9;

const embedding = 128;
const layers = 2;
const heads = 4;
const keyHeads = 2;
const feedForward = 256;

/** Marks of the chat template: single tokens that text cannot spell. */
const marks = ['<|system|>', '<|user|>', '<|assistant|>', '<|end|>'];
/** Words that are one token, and the pieces that the tokenizer joins to make them. */
const words = ['10', 'no', 'not', 'ye', 'yes', '▁A', '▁B', '▁yes', '▁no', '▁not', '▁1'];

const template =
  "{% for message in messages %}{{ '<|' + message['role'] + '|>' + message['content'] + '<|end|>' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}";

export type TinyGgufOptions = {
  /** Of the weights; the same seed gives the same bytes on every machine. */
  readonly seed?: number;
  /** The trained context that the header tells, in tokens. */
  readonly contextTokens?: number;
};

/**
 * A language model of random weights as a GGUF file (llama architecture, vocabulary of bytes, characters and a few words, chat template with
 * marks that are control tokens; 1.5 MB). It speaks noise, but through the real runtime: loading, grammars, seeds, parallel sequences, prefix reuse
 * and token probabilities can be tried on it within a second.
 */
export function tinyGguf({ seed = 12_345, contextTokens = 4096 }: TinyGgufOptions = {}): Buffer {
  const vocabulary = makeVocabulary();
  const metadata = [
    entry('general.architecture', text, textBytes('llama')),
    entry('general.name', text, textBytes('tiny-random')),
    ...Object.entries({
      context_length: contextTokens,
      embedding_length: embedding,
      block_count: layers,
      feed_forward_length: feedForward,
      'attention.head_count': heads,
      'attention.head_count_kv': keyHeads,
      'rope.dimension_count': embedding / heads,
      vocab_size: vocabulary.length,
    }).map(([key, value]) => entry(`llama.${key}`, u32, u32Bytes(value))),
    entry('llama.attention.layer_norm_rms_epsilon', f32, f32Bytes(1e-5)),
    entry('llama.rope.freq_base', f32, f32Bytes(10_000)),
    entry('tokenizer.ggml.model', text, textBytes('llama')),
    entry(
      'tokenizer.ggml.tokens',
      list,
      listBytes(
        text,
        vocabulary.map(({ piece }) => textBytes(piece)),
      ),
    ),
    entry(
      'tokenizer.ggml.scores',
      list,
      listBytes(
        f32,
        vocabulary.map(({ score }) => f32Bytes(score)),
      ),
    ),
    entry(
      'tokenizer.ggml.token_type',
      list,
      listBytes(
        5,
        vocabulary.map(({ type }) => u32Bytes(type)),
      ),
    ),
    entry('tokenizer.ggml.bos_token_id', u32, u32Bytes(1)),
    entry('tokenizer.ggml.eos_token_id', u32, u32Bytes(2)),
    entry('tokenizer.ggml.unknown_token_id', u32, u32Bytes(0)),
    entry('tokenizer.ggml.add_bos_token', bool, Buffer.from([1])),
    entry('tokenizer.chat_template', text, textBytes(template)),
  ];
  const { descriptions, data } = makeTensors(vocabulary.length, seededRandom(seed));
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32Bytes(3),
    u64Bytes(descriptions.length),
    u64Bytes(metadata.length),
    ...metadata,
    ...descriptions,
  ]);
  return Buffer.concat([padded(head), ...data]);
}

type Piece = { readonly piece: string; readonly type: number; readonly score: number };

function makeVocabulary(): Piece[] {
  const bytes = Array.from({ length: 256 }, (_, value) => `<0x${value.toString(16).toUpperCase().padStart(2, '0')}>`);
  const characters = ['▁', ...Array.from({ length: 94 }, (_, index) => String.fromCodePoint(33 + index)), 'é', '\n'];
  return [
    { piece: '<unk>', type: unknown, score: 0 },
    ...['<s>', '</s>', ...marks].map((piece) => ({ piece, type: control, score: 0 })),
    ...bytes.map((piece) => ({ piece, type: byte, score: 0 })),
    ...[...words, ...characters].map((piece, index) => ({ piece, type: normal, score: -index })),
  ];
}

function makeTensors(vocabulary: number, random: Random): { descriptions: Buffer[]; data: Buffer[] } {
  const gauss = (): number => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  const keyed = (embedding / heads) * keyHeads;
  const shapes: [string, number[]][] = [
    ['token_embd.weight', [embedding, vocabulary]],
    ['output_norm.weight', [embedding]],
    ['output.weight', [embedding, vocabulary]],
  ];
  for (let layer = 0; layer < layers; layer += 1) {
    const shapesOfLayer: [string, number[]][] = [
      ['attn_norm', [embedding]],
      ['attn_q', [embedding, embedding]],
      ['attn_k', [embedding, keyed]],
      ['attn_v', [embedding, keyed]],
      ['attn_output', [embedding, embedding]],
      ['ffn_norm', [embedding]],
      ['ffn_gate', [embedding, feedForward]],
      ['ffn_up', [embedding, feedForward]],
      ['ffn_down', [feedForward, embedding]],
    ];
    shapes.push(...shapesOfLayer.map(([name, shape]): [string, number[]] => [`blk.${layer}.${name}.weight`, shape]));
  }
  const descriptions: Buffer[] = [];
  const data: Buffer[] = [];
  let offset = 0;
  for (const [name, shape] of shapes) {
    descriptions.push(
      Buffer.concat([textBytes(name), u32Bytes(shape.length), ...shape.map(u64Bytes), u32Bytes(0), u64Bytes(offset)]),
    );
    const scale = name === 'output.weight' ? 0.5 : 0.08;
    const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
    for (let index = 0; index < values.length; index += 1) values[index] = shape.length === 1 ? 1 : gauss() * scale;
    const bytes = padded(Buffer.from(values.buffer));
    data.push(bytes);
    offset += bytes.length;
  }
  return { descriptions, data };
}

function entry(key: string, type: number, value: Buffer): Buffer {
  return Buffer.concat([textBytes(key), u32Bytes(type), value]);
}

function listBytes(type: number, entries: readonly Buffer[]): Buffer {
  return Buffer.concat([u32Bytes(type), u64Bytes(entries.length), ...entries]);
}

function textBytes(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64Bytes(bytes.length), bytes]);
}

function u32Bytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64Bytes(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function f32Bytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

/** GGUF aligns its tensors to 32 bytes. */
function padded(bytes: Buffer): Buffer {
  const rest = bytes.length % 32;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(32 - rest)]);
}
