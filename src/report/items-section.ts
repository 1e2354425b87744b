import { escapeHtml } from './html-escape.ts';
import { mostJudgments } from './item-blocks.ts';
import type { Report } from './report-source.ts';

/** The list of judgments: filters, a table that the page's script fills by pages, and what to do without a script. */
export function itemsSection({ judges, run }: Report): string {
  const made = judges.reduce((sum, { usage }) => sum + usage.judgments, 0);
  const rest =
    made > mostJudgments
      ? `<p>This page holds the first ${mostJudgments} of ${made} judgments; all are in <code>assize runs export ${escapeHtml(run.id)} --out FILE</code>.</p>`
      : '';
  const select = (id: string, label: string): string =>
    `<label for="f-${id}">${label}<select id="f-${id}" name="${id}"><option value="">all</option></select></label>`;
  return `<section aria-labelledby="items" id="items-section"><h2 id="items" tabindex="-1">Judgments</h2>
<noscript><p>The list of judgments needs JavaScript (nothing is loaded from elsewhere). Without it: <code>assize runs export ${escapeHtml(run.id)} --out FILE</code>.</p></noscript>
${rest}<form id="filters" role="search" aria-label="Filter judgments" hidden>
<label for="f-text" class="grow">Text in item, group, gold or reason<input id="f-text" name="text" type="search" autocomplete="off" spellcheck="false" dir="auto"></label>
${select('outcome', 'Outcome')}${judges.length > 1 ? select('judge', 'Judge') : ''}${select('language', 'Language')}${select('verdict', 'Verdict')}${select('gold', 'Gold')}
<button type="reset">Clear</button>
</form>
<p id="count" role="status" aria-live="polite"></p>
<div class="wide" role="region" aria-label="Judgments" tabindex="0"><table id="list" hidden><caption class="unseen">Judgments; press a column’s name to sort by it, an item to open it</caption><thead><tr></tr></thead><tbody></tbody></table></div>
<nav id="pages" aria-label="Pages of judgments" hidden><button type="button" data-go="first">First</button><button type="button" data-go="previous">Previous</button><span id="page"></span><button type="button" data-go="next">Next</button><button type="button" data-go="last">Last</button></nav>
</section>`;
}
