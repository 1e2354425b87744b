import { itemCount, type RaterTable } from '../agreement/rater-table.ts';

/**
 * Raters who can be compared: two are in one group where they labelled an item in common, or each did with a third. Raters without any label are in
 * none. Groups in order of their first rater, raters ascending. O(items · raters).
 */
export function raterGroups(table: RaterTable): number[][] {
  const { raters, codes } = table;
  const leader = Array.from({ length: raters }, (_, rater) => rater);
  const find = (rater: number): number => {
    let at = rater;
    while (leader[at] !== at) at = leader[at] as number;
    return at;
  };
  const labelled = new Uint8Array(raters);
  for (let item = 0; item < itemCount(table); item += 1) {
    let first: number | undefined;
    for (let rater = 0; rater < raters; rater += 1) {
      if ((codes[item * raters + rater] as number) < 0) continue;
      labelled[rater] = 1;
      if (first === undefined) first = rater;
      else {
        const [one, other] = [find(first), find(rater)];
        leader[Math.max(one, other)] = Math.min(one, other);
      }
    }
  }
  const groups = new Map<number, number[]>();
  for (let rater = 0; rater < raters; rater += 1) {
    if (labelled[rater] === 0) continue;
    const head = find(rater);
    const group = groups.get(head);
    if (group === undefined) groups.set(head, [rater]);
    else group.push(rater);
  }
  return [...groups.values()];
}
