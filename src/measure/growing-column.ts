type Numbers = Uint8Array | Int32Array | Float64Array;

/** A typed array that grows: one number an observation, no object. */
export class GrowingColumn<T extends Numbers> {
  #values: T;
  #length = 0;
  readonly #make: (capacity: number) => T;

  constructor(make: (capacity: number) => T) {
    this.#make = make;
    this.#values = make(64);
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = this.#make(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  get length(): number {
    return this.#length;
  }

  /** A view on what was pushed so far; it does not see later growth. */
  get values(): T {
    return this.#values.subarray(0, this.#length) as T;
  }
}
