import { escapeHtml } from './html-escape.ts';

/** A table as markup: `caption` and `head` are texts, cells are markup. The first cell of a row is its header. */
export type HtmlTable = {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Class of a column, by place: `number` for figures. */
  readonly classes?: readonly string[];
};

/** A table that scrolls in its own box where the page is narrow, and can be scrolled by keyboard. */
export function htmlTable({ caption, head, rows, classes = [] }: HtmlTable): string {
  const of = (place: number): string =>
    classes[place] === undefined || classes[place] === '' ? '' : ` class="${classes[place]}"`;
  const header = head.map((name, place) => `<th scope="col"${of(place)}>${escapeHtml(name)}</th>`).join('');
  const body = rows
    .map(
      (cells) =>
        `<tr>${cells.map((cell, place) => (place === 0 ? `<th scope="row"${of(0)}>${cell}</th>` : `<td${of(place)}>${cell}</td>`)).join('')}</tr>`,
    )
    .join('\n');
  return `<div class="wide" role="region" aria-label="${escapeHtml(caption)}" tabindex="0"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${header}</tr></thead><tbody>
${body}
</tbody></table></div>`;
}
