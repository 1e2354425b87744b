/** The vote that more than half of the votes given are; null where none is, or nobody voted. */
export function majority<T extends string | number | boolean>(votes: readonly (T | null)[]): T | null {
  const given = votes.filter((vote) => vote !== null);
  const found = given.find((vote) => given.filter((other) => other === vote).length * 2 > given.length);
  return found ?? null;
}

/** Votes as the columns `rater1`, `rater2` …; as many as `count`, null where there is none. */
export function raterColumns(
  votes: readonly (string | number | boolean | null)[],
  count: number = votes.length,
): Record<string, string | number | boolean | null> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`rater${index + 1}`, votes[index] ?? null]));
}
