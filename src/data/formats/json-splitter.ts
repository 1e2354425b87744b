/** An element of the rows' array: its JSON text and the line where it begins. */
export type JsonElement = { readonly text: string; readonly line: number };

const lineFeed = 10;
const quote = 34;
const backslash = 92;

/**
 * Cuts the elements out of the array of rows in a JSON text that comes in pieces. It looks at brackets and strings alone: whether an element
 * is JSON is for the parser.
 *
 * States: `start`, before the value; `key`, in the outer object, between its members; `value`, before a member's value; `skip`, inside one that
 * holds no rows; `array`, between elements; `element`, inside one; `end`, after the value.
 */
export class JsonSplitter {
  /** Line of the character looked at last, from 1. */
  line = 1;
  #state: 'start' | 'key' | 'value' | 'skip' | 'array' | 'element' | 'end' = 'start';
  /** Whether the array stands in an outer object. */
  #wrapped = false;
  /** Keys of the arrays of objects found so far. */
  readonly #arrays: string[] = [];
  #keys: string[] = [];
  #depth = 0;
  #inString = false;
  #escaped = false;
  #parts: string[] = [];
  #elementLine = 1;
  /** Whether the array has shown itself to hold rows; a list of plain values in an outer object does not. */
  #rows = false;
  #key = '';
  /** Keys that lead to the rows, where the file's layout is known; else any array of objects in the outer object is them. */
  readonly #way: readonly string[];
  /** How many objects on the way are open, the outer one aside. */
  #level = 0;

  constructor(way: readonly string[] = []) {
    this.#way = way;
  }

  /** Elements that end in this piece. @throws SyntaxError, its message saying what was expected. */
  push(text: string): JsonElement[] {
    const found: JsonElement[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      let code = text.charCodeAt(at);
      // Most of a file is the inside of strings; only quotation marks, backslashes and line breaks matter there.
      if (this.#inString && !this.#escaped) {
        while (at < text.length && code !== quote && code !== backslash && code !== lineFeed) code = text.charCodeAt((at += 1));
        if (at === text.length) break;
      }
      if (code === lineFeed) this.line += 1;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === backslash) this.#escaped = true;
        else if (code === quote) {
          this.#inString = false;
          if (this.#state === 'key') {
            this.#key = this.#parts.join('') + text.slice(from, at);
            this.#parts = [];
          }
        }
        continue;
      }
      const space = code === 32 || code === lineFeed || code === 13 || code === 9;
      switch (this.#state) {
        case 'start':
          if (!space) this.#begin(text[at] as string);
          break;
        case 'key':
          if (code === quote) [this.#inString, from] = [true, at + 1];
          else if (text[at] === ':') this.#state = 'value';
          else if (text[at] === '}') this.#leaveObject();
          break;
        case 'value':
          if (!space) {
            this.#keys.push(this.#key);
            const onTheWay = this.#way.length === 0 || this.#key === this.#way[this.#level];
            if (text[at] === '[' && onTheWay) this.#enterArray();
            else if (text[at] === '{' && onTheWay && this.#level + 1 < this.#way.length) {
              this.#level += 1;
              this.#state = 'key';
            } else {
              this.#state = 'skip';
              this.#depth = 0;
              this.#step(code);
            }
          }
          break;
        case 'skip':
          this.#step(code);
          break;
        case 'array':
          if (text[at] === ']') this.#leaveArray();
          else if (!space) {
            this.#state = 'element';
            this.#elementLine = this.line;
            this.#depth = 0;
            from = at;
            this.#judgeElement(text[at] as string);
            this.#step(code);
          }
          break;
        case 'element':
          if (this.#depth === 0 && (text[at] === ',' || text[at] === ']')) {
            const element = this.#parts.join('') + text.slice(from, at);
            this.#parts = [];
            if (this.#rows) found.push({ text: element, line: this.#elementLine });
            this.#state = 'array';
            if (text[at] === ']') this.#leaveArray();
          } else this.#step(code);
          break;
        case 'end':
          if (!space) throw new SyntaxError(this.#afterEnd(text[at] as string));
          break;
      }
    }
    if (this.#state === 'element' || (this.#state === 'key' && this.#inString)) this.#parts.push(text.slice(from));
    return found;
  }

  /** To be called after the last piece: the line of an element that was cut off, if one was. @throws SyntaxError as `push` does. */
  end(): number | undefined {
    if (this.#state === 'start') return undefined;
    if (this.#state === 'element' && this.#rows) return this.#elementLine;
    if (this.#state !== 'end')
      throw new SyntaxError('expected the whole of a JSON file, got its end inside the value. The file may be cut off.');
    if (this.#wrapped && this.#arrays.length === 0) throw new SyntaxError(this.#noArray());
    return undefined;
  }

  #begin(character: string): void {
    if (character === '[') {
      this.#rows = true;
      this.#state = 'array';
    } else if (character === '{') {
      this.#wrapped = true;
      this.#state = 'key';
    } else {
      throw new SyntaxError(`expected an array of objects, got ${JSON.stringify(character)}. Check the format.`);
    }
  }

  #leaveObject(): void {
    this.#state = this.#level === 0 ? 'end' : 'key';
    this.#level = Math.max(0, this.#level - 1);
  }

  #enterArray(): void {
    this.#state = 'array';
    this.#rows = false;
  }

  /** The first element tells whether an array inside an object is the rows. */
  #judgeElement(character: string): void {
    if (!this.#wrapped || character !== '{' || this.#arrays.at(-1) === this.#key) return;
    this.#arrays.push(this.#key);
    this.#rows = true;
    if (this.#arrays.length > 1)
      throw new SyntaxError(
        `expected one array of objects, got ${this.#arrays.length} (${this.#arrays.join(', ')}). Keep one a file.`,
      );
  }

  #leaveArray(): void {
    this.#state = this.#wrapped ? 'key' : 'end';
    this.#rows = false;
  }

  /** Moves over one character of a nested value; in `skip` a comma or brace at depth 0 ends it. */
  #step(code: number): void {
    if (code === quote) this.#inString = true;
    else if (code === 123 || code === 91) this.#depth += 1;
    else if (code === 125 || code === 93) {
      if (this.#state === 'skip' && this.#depth === 0) this.#leaveObject();
      else this.#depth -= 1;
    } else if (code === 44 && this.#state === 'skip' && this.#depth === 0) this.#state = 'key';
  }

  #afterEnd(character: string): string {
    const got = `got ${JSON.stringify(character)} after the value`;
    return this.#wrapped && this.#arrays.length === 0
      ? `expected one value, ${got}. If the file has an object a line, set format: jsonl.`
      : `expected the end of the file, ${got}. Mend the file.`;
  }

  #noArray(): string {
    const keys = this.#keys.slice(0, 20).join(', ');
    if (this.#way.length > 0)
      return `expected rows under ${this.#way.join('.')}, got an object without (its keys: ${keys}). Is this the file that the preset reads?`;
    return `expected an array of objects, or an object with one, got an object without (its keys: ${keys}). Check the file.`;
  }
}
