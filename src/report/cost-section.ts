import type { KnownSum } from '../measure/usage.ts';
import { isolated } from './html-escape.ts';
import { htmlTable } from './html-table.ts';
import type { Report } from './report-source.ts';

/** What the judgments took: calls, tokens, money, time. */
export function costSection({ judges, run }: Report): string {
  const rows = judges.map(({ summary, usage }) => [
    isolated(summary.judge),
    String(usage.judgments),
    String(usage.calls),
    sumText(usage.inputTokens, (sum) => String(sum)),
    sumText(usage.outputTokens, (sum) => String(sum)),
    sumText(usage.costUsd, money),
    `${summary.cost.atLeast ? 'at least ' : ''}${money(summary.cost.usd)}`,
    usage.latencyMs === undefined ? '–' : `${duration(usage.latencyMs.median)} / ${duration(usage.latencyMs.p95)}`,
  ]);
  return `<section aria-labelledby="cost"><h2 id="cost">Cost</h2>${htmlTable({
    caption: 'Calls, tokens, money and time',
    head: [
      'judge',
      'judgments',
      'calls',
      'tokens in',
      'tokens out',
      'price of the calls',
      'paid by this run',
      'time of a judgment: median / 95%',
    ],
    rows,
    classes: ['', ...Array.from({ length: 7 }, () => 'number')],
  })}<p class="note">The price counts cached replies as if they were made again; what this run paid does not. The run took ${duration(run.seconds * 1000)} of work.</p></section>`;
}

function sumText({ sum, unknown }: KnownSum, text: (sum: number) => string): string {
  return unknown === 0 ? text(sum) : `at least ${text(sum)} (${unknown} judgments unknown)`;
}

function money(usd: number): string {
  return usd === 0 ? '$0' : usd >= 1 ? `$${usd.toFixed(2)}` : `$${Number(usd.toPrecision(3))}`;
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}
