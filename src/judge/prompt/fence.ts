import { hashOf, sha256 } from '../../core/hash.ts';
import { itemHash, type Item } from '../../core/item.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
/** 26^14 > 2^65: more than 64 bits. Letters alone, because models cut digits into a token each. */
const codeLength = 14;

/**
 * The code that marks a prompt's fences: 14 letters (over 64 bits) derived from everything the item holds, and from what else is fenced beside it (`beside`: earlier answers, made
 * texts, which may quote the code of an earlier prompt). The same texts have the same code, so that a call made again is the same call; the author of one
 * text cannot know it, because it depends on the others; and none of them holds it.
 */
export function fenceCode(item: Item, beside: readonly string[] = []): string {
  const content = beside.length === 0 ? itemHash(item) : hashOf([itemHash(item), beside]);
  for (let salt = 0; ; salt += 1) {
    const code = letters(sha256(`fence\n${salt}\n${content}`));
    if (!holds(item, code) && !holds(beside, code)) return code;
  }
}

/** Whether a text anywhere in a value holds a code, in upper or lower case. */
function holds(value: unknown, code: string): boolean {
  if (typeof value === 'string') return value.length >= code.length && value.toLowerCase().includes(code);
  return typeof value === 'object' && value !== null && Object.values(value).some((member) => holds(member, code));
}

/** Judged text between marks that carry the code. The text stands exactly as it is; an absent one leaves an empty fence that says so. */
export function fenced(tag: string, text: string | undefined, code: string): string {
  return text === undefined ? `<${tag} ${code} absent>\n</${tag} ${code}>` : `<${tag} ${code}>\n${text}\n</${tag} ${code}>`;
}

/** Writes the fences of one prompt, and names their code before the first of them: never earlier, so that the stable prefix stays the same for all items. */
export class FenceWriter {
  readonly code: string;
  #named = false;

  constructor(item: Item, beside: readonly string[] = []) {
    this.code = fenceCode(item, beside);
  }

  write(tag: string, text: string | undefined): string {
    const fence = fenced(tag, text, this.code);
    if (this.#named) return fence;
    this.#named = true;
    return `The code is ${this.code}.\n${fence}`;
  }
}

function letters(hex: string): string {
  let number = BigInt(`0x${hex.slice(0, 32)}`);
  let code = '';
  while (code.length < codeLength) {
    code += alphabet[Number(number % 26n)];
    number /= 26n;
  }
  return code;
}
