import { escapeHtml, isolated } from './html-escape.ts';
import { htmlTable } from './html-table.ts';
import type { Report } from './report-source.ts';

/** Characters of an example's message. */
const mostCharacters = 300;

/** Judgments without a verdict by cause, each with the first as an example. */
export function causeSection({ judges }: Report): string {
  const rows = judges.flatMap(({ summary, causes }) =>
    causes.map(({ status, cause, count, languages, example }) => [
      isolated(summary.judge),
      escapeHtml(cause === null ? status : `${status}: ${cause}`),
      `${count} <span class="quiet">of ${summary.expected}</span>`,
      [...languages].map(([language, number]) => `${language === '' ? 'no language' : isolated(language)} ${number}`).join(', '),
      isolated(example.item),
      `<span dir="auto">${escapeHtml(cut(example.message))}</span>`,
    ]),
  );
  const notMade = judges.flatMap(({ summary }) => {
    const { expected, scored, abstained, unreadable, failed } = summary;
    const left = expected - scored - abstained - unreadable - failed;
    return left === 0 ? [] : [`<p>${isolated(summary.judge)}: ${left} of ${expected} judgments are not made.</p>`];
  });
  const table =
    rows.length === 0
      ? '<p>Every judgment that was made gave a verdict.</p>'
      : htmlTable({
          caption: 'Judgments without a verdict, by cause',
          head: ['judge', 'cause', 'judgments', 'by language', 'first item', 'what it said'],
          rows,
          classes: ['', '', 'number', '', '', ''],
        });
  return `<section aria-labelledby="causes"><h2 id="causes">Without a verdict</h2>${notMade.join('')}${table}</section>`;
}

function cut(message: string): string {
  return message.length <= mostCharacters ? message : `${message.slice(0, mostCharacters)}…`;
}
