import type { Verdict } from '../../core/verdict.ts';
import type { ShownPart } from '../commands/runs.ts';
import { visibleText } from './visible-text.ts';

/** A judgment with its parts as an indented tree: verdicts first, then what was sent and what came back. */
export function partTree(judgment: {
  run: string;
  judge?: string | undefined;
  item: string;
  draw: number;
  verdict: Verdict;
  rationale?: string;
  parts: readonly ShownPart[];
}): string {
  const lines = [`${judgment.judge} on ${judgment.item}, draw ${judgment.draw}: ${verdictText(judgment.verdict)}`];
  if (judgment.rationale !== undefined) lines.push(...indented(judgment.rationale, '  '));
  for (const part of judgment.parts) lines.push(...partLines(part, '  '));
  return `${lines.join('\n')}\n`;
}

/** `supported (p .91)`, `abstained: no majority`, `unreadable (off-menu): …`. */
export function verdictText(verdict: Verdict): string {
  switch (verdict.status) {
    case 'scored': {
      const probability = verdict.distribution?.[String(verdict.value)];
      return `${verdict.value}${probability === undefined ? '' : ` (p ${probability.toFixed(2)})`}`;
    }
    case 'abstained':
      return `abstained: ${verdict.reason}`;
    case 'unreadable':
      return `unreadable (${verdict.problem}): ${verdict.message}`;
    case 'failed':
      return `failed (${verdict.code}): ${verdict.message}`;
  }
}

function partLines(part: ShownPart, indent: string): string[] {
  const facts = [
    part.role,
    ...(part.language === undefined ? [] : [part.language]),
    ...(part.round === undefined ? [] : [`round ${part.round}`]),
  ].join(', ');
  const lines = [`${indent}${part.label} (${facts})${part.verdict === undefined ? '' : `: ${verdictText(part.verdict)}`}`];
  for (const call of part.calls) {
    lines.push(
      `${indent}  call ${call.id.slice(0, 12)} to ${call.model ?? 'a model no longer known'}${call.madeAt === null ? '' : `, made ${call.madeAt}`}`,
    );
    for (const { role, content } of call.messages) lines.push(...indented(content, `${indent}  ${role} │ `));
    if (call.reply !== null) lines.push(...indented(call.reply, `${indent}  reply │ `));
  }
  return [...lines, ...part.parts.flatMap((child) => partLines(child, `${indent}  `))];
}

function indented(text: string, indent: string): string[] {
  return text.split('\n').map((line) => `${indent}${visibleText(line)}`);
}
