import type { Rubric } from '../spec.ts';

/** A rubric as it stands in a prompt: its description, its text, and its criteria with what each level means. */
export function rubricText(rubric: Rubric): string {
  const lines: string[] = [];
  if (rubric.description !== undefined) lines.push(rubric.description.trim());
  if (rubric.text !== undefined) lines.push(rubric.text.trim());
  for (const criterion of rubric.criteria ?? []) {
    lines.push(`- ${criterion.id}: ${criterion.text.trim()}`);
    for (const level of criterion.levels ?? []) lines.push(`  - ${level.label}: ${level.description.trim()}`);
  }
  return lines.join('\n');
}
