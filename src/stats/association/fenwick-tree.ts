/** Counts by place, with sums over the places before one in O(log n) (Fenwick 1994, Softw. Pract. Exper. 24). */
export class FenwickTree {
  private readonly nodes: Float64Array;

  constructor(places: number) {
    this.nodes = new Float64Array(places + 1);
  }

  /** Counts one more at a place from 0. */
  add(place: number): void {
    for (let node = place + 1; node < this.nodes.length; node += node & -node) {
      this.nodes[node] = (this.nodes[node] as number) + 1;
    }
  }

  /** The count at all places under this one. */
  before(place: number): number {
    let sum = 0;
    for (let node = place; node > 0; node -= node & -node) sum += this.nodes[node] as number;
    return sum;
  }
}
