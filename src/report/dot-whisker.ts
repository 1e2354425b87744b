import type { Estimate } from '../stats/estimate.ts';

/** Where a picture of estimates begins and ends, and a mark to compare with (a baseline, no difference). */
export type Scale = { readonly from: number; readonly to: number; readonly mark?: number | undefined };

const width = 240;
const height = 22;
const margin = 6;

/** An estimate as a dot with its interval as a line, on a scale that all of a column share. For the eye alone: its figures stand beside it as text. Empty where it is undefined. */
export function dotWhisker(estimate: Estimate, { from, to, mark }: Scale): string {
  const x = (value: number): string => place(value, from, to).toFixed(1);
  const axis = `<line class="grid" x1="${margin}" x2="${width - margin}" y1="${height / 2}" y2="${height / 2}"/>`;
  const tick = mark === undefined ? '' : `<line class="mark" x1="${x(mark)}" x2="${x(mark)}" y1="2" y2="${height - 2}"/>`;
  if (estimate.status === 'undefined') return frame(axis + tick);
  const { low, value, high } = estimate;
  const middle = height / 2;
  return frame(
    `${axis}${tick}<line class="whisker" x1="${x(low)}" x2="${x(high)}" y1="${middle}" y2="${middle}"/><circle class="dot" cx="${x(value)}" cy="${middle}" r="4.5"/>`,
  );
}

/** The numbers at a scale's ends, under its column's name. */
export function scaleEnds(from: string, to: string): string {
  return `<span class="ends" aria-hidden="true"><span>${from}</span><span>${to}</span></span>`;
}

function frame(content: string): string {
  return `<svg class="whiskers" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true" focusable="false">${content}</svg>`;
}

function place(value: number, from: number, to: number): number {
  const share = (Math.min(to, Math.max(from, value)) - from) / (to - from || 1);
  return margin + share * (width - 2 * margin);
}
