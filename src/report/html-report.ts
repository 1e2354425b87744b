import { createHash } from 'node:crypto';
import { agreementSection } from './agreement-section.ts';
import { calibrationSection } from './calibration-section.ts';
import { causeSection } from './cause-section.ts';
import { costSection } from './cost-section.ts';
import { differenceLines } from './difference-lines.ts';
import { differenceSection } from './difference-section.ts';
import { figuresSection } from './figures-section.ts';
import { groupSection } from './group-section.ts';
import { escapeHtml } from './html-escape.ts';
import { itemBlocks } from './item-blocks.ts';
import { itemsScript } from './items-script.ts';
import { itemsSection } from './items-section.ts';
import { leniencySection } from './leniency-section.ts';
import { provenanceSection } from './provenance-section.ts';
import { raterSection } from './rater-section.ts';
import { agreementFigures } from './metric-bounds.ts';
import type { Report } from './report-source.ts';
import { reportStyle } from './report-style.ts';
import { trustSentences } from './trust-sentences.ts';
import { verdictSection } from './verdict-section.ts';

/** In the order of what a reader asks: is it right, where, how, with whom, how sure, what is missing, what did it take. */
const sections = [
  agreementSection,
  differenceSection,
  leniencySection,
  verdictSection,
  calibrationSection,
  raterSection,
  groupSection,
  causeSection,
  costSection,
  figuresSection,
];

/**
 * One page that stands alone: the answer in words first, then figures with intervals as pictures and tables, then every judgment, packed inside the page. By stream, so
 * that memory is flat whatever the run.
 *
 * Nothing is loaded from elsewhere, and nothing but the page's own style and script takes effect: its policy names both by their hash. What raters, models and data
 * wrote is text.
 */
export function* htmlReport(report: Report): Generator<string> {
  const { title, judges, run, store } = report;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(reportStyle)}'; script-src '${hashOf(itemsScript)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<a class="skip" href="#items">To the judgments</a>
<main>
<h1><bdi>${escapeHtml(title)}</bdi></h1>
${answer(report)}
`;
  for (const section of sections) yield `${section(report)}\n`;
  yield `${itemsSection(report)}\n${provenanceSection(report)}\n</main>\n`;
  yield* itemBlocks(run, store);
  // In JSON, and with every < escaped: a judge may be named as an end tag.
  yield `<script type="application/json" id="judges">${JSON.stringify(judges.map(({ summary }) => summary.judge.toWellFormed())).replaceAll('<', '\\u003c')}</script>\n`;
  yield `<script>${itemsScript}</script>\n</body>\n</html>\n`;
}

/** The answer of each judge, its first sentence large; then which is better by how much, by the figure that says whether they are right. */
function answer({ judges, differences }: Report): string {
  const headlines = differences.filter(({ metric }) => agreementFigures.some(({ name }) => name === metric));
  const told = judges.map((judge) => {
    const [first = '', ...rest] = trustSentences(judge);
    return `<p class="lead">${escapeHtml(first)}</p>${rest.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('')}`;
  });
  const compared = differenceLines(headlines).map((line) => `<p class="lead">${escapeHtml(line)}.</p>`);
  return `<section class="answer" aria-label="The answer">${[...told, ...compared].join('')}</section>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
