/** A column of unsigned 32-bit integers that grows at its end; four bytes a value. */
export class GrowingColumn {
  #values = new Uint32Array(1024);
  #count = 0;

  get length(): number {
    return this.#count;
  }

  push(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Uint32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count] = value;
    this.#count += 1;
  }

  at(place: number): number {
    return this.#values[place] as number;
  }

  /** The values, in an array of their own. */
  toArray(): Uint32Array {
    return this.#values.slice(0, this.#count);
  }
}

/** Numbers the distinct values of a column in the order they come. */
export class Dictionary<T> {
  readonly values: T[] = [];
  readonly #codes = new Map<T, number>();

  code(value: T): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.#codes.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}
