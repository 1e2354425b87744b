import type { DryRun } from '../../workspace/dry-run.ts';
import { costText, durationText } from './progress.ts';
import { visibleText } from './visible-text.ts';

/** What a run would take, and the first prompt. */
export function dryRunText({ items, judges, prompt }: DryRun): string {
  const lines = [`${items} items; no call was made.`];
  for (const judge of judges) {
    const tokens = `${judge.inputTokens.toLocaleString('en')} input and at most ${judge.outputTokensAtMost.toLocaleString('en')} output tokens (estimated)`;
    const money =
      judge.costUsdAtMost === null
        ? 'cost unknown: no price is configured'
        : `at most ${costText({ costUsd: judge.costUsdAtMost, atLeast: false })}`;
    lines.push(
      `${judge.judge}: up to ${judge.calls} calls, of which ${judge.cached} are in the cache; ${tokens}; ${money}; about ${durationText(judge.seconds)}.`,
    );
  }
  if (prompt !== null) {
    lines.push('', `The first prompt of ${prompt.judge}, item ${prompt.item}:`);
    for (const { role, content } of prompt.messages)
      lines.push(...content.split('\n').map((line) => `  ${role} │ ${visibleText(line)}`));
  }
  return `${lines.join('\n')}\n`;
}
