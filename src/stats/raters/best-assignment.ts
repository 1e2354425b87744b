/**
 * The one-to-one assignment of rows to columns of a square table with the greatest sum: Kuhn's method with potentials, O(n³).
 *
 * @param gains row by row, finite.
 * @returns the column of each row; of several best ones the identity where it is among them.
 *
 * Source: Kuhn 1955, Naval Research Logistics Quarterly 2; Munkres 1957, J. SIAM 5.
 */
export function bestAssignment(gains: ArrayLike<number>, size: number): number[] {
  const identity = Array.from({ length: size }, (_, row) => row);
  const sum = (columns: readonly number[]): number =>
    columns.reduce((total, column, row) => total + (gains[row * size + column] as number), 0);
  const best = leastCost(
    Float64Array.from({ length: size * size }, (_, cell) => -(gains[cell] as number)),
    size,
  );
  const scale = Math.max(1, Math.abs(sum(best)));
  return sum(identity) >= sum(best) - 1e-9 * scale ? identity : best;
}

/** Rows join one by one, each by the cheapest chain of reassignments; potentials keep reduced costs at 0 or above. Places are counted from 1, 0 is none. */
function leastCost(costs: Float64Array, size: number): number[] {
  const rowPotential = new Float64Array(size + 1);
  const columnPotential = new Float64Array(size + 1);
  const rowOf = new Int32Array(size + 1);
  const before = new Int32Array(size + 1);
  for (let row = 1; row <= size; row += 1) {
    rowOf[0] = row;
    const slack = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const done = new Uint8Array(size + 1);
    let column = 0;
    do {
      done[column] = 1;
      const at = rowOf[column] as number;
      let least = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let other = 1; other <= size; other += 1) {
        if (done[other] === 1) continue;
        const reduced =
          (costs[(at - 1) * size + other - 1] as number) - (rowPotential[at] as number) - (columnPotential[other] as number);
        if (reduced < (slack[other] as number)) {
          slack[other] = reduced;
          before[other] = column;
        }
        if ((slack[other] as number) < least) [least, next] = [slack[other] as number, other];
      }
      for (let other = 0; other <= size; other += 1) {
        if (done[other] === 1) {
          const owner = rowOf[other] as number;
          rowPotential[owner] = (rowPotential[owner] as number) + least;
          columnPotential[other] = (columnPotential[other] as number) - least;
        } else slack[other] = (slack[other] as number) - least;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const previous = before[column] as number;
      rowOf[column] = rowOf[previous] as number;
      column = previous;
    }
  }
  const columns = Array.from({ length: size }, () => 0);
  for (let column = 1; column <= size; column += 1) columns[(rowOf[column] as number) - 1] = column - 1;
  return columns;
}
