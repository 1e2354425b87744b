const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A run's id: its time of creation in UTC to the second, and five random characters. Sorts by time; safe as a file name. */
export function newRunId(now: Date, random: () => number): string {
  const stamp = now
    .toISOString()
    .replace(/[-:]/gu, '')
    .replace(/\.\d+Z$/u, '')
    .toLowerCase();
  const tail = Array.from({ length: 5 }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  return `${stamp}-${tail}`;
}
