/** A way in which models set their reasoning apart inside the text of a reply. */
type Marks = {
  /** Matches the mark that begins it, at the place where it is tried. */
  readonly open: RegExp;
  /** Matches each mark that begins or ends it; the first group is filled for an end. */
  readonly marks: RegExp;
  /** Whether a begin inside is told from the outer one (the reasoning quotes a judged text that holds such marks). */
  readonly nests: boolean;
};

const tags = ['think', 'thinking', 'thought', 'reasoning', 'analysis', 'scratchpad', 'seed:think'];
const families: readonly Marks[] = [
  ...tags.map((tag) => ({
    open: new RegExp(`<${tag}(?:\\s[^<>]{0,100})?>`, 'iuy'),
    marks: new RegExp(`<(/)?${tag}(?:\\s[^<>]{0,100})?>`, 'giu'),
    nests: true,
  })),
  { open: /\[THINK\]/uy, marks: /\[(\/)?THINK\]/gu, nests: true },
  { open: /◁think▷/uy, marks: /◁(\/)?think▷/gu, nests: true },
  { open: /<\|START_THINKING\|>/uy, marks: /<\|(?:START|(END))_THINKING\|>/gu, nests: true },
  {
    open: /(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)[^<]{0,100}<\|message\|>/uy,
    marks: /<\|channel\|>(final)<\|message\|>/gu,
    nests: false,
  },
];
const taskTags = ['thought', 'reasoning', 'analysis', 'scratchpad'];
const modelFamilies = families.filter((_family, index) => !taskTags.includes(tags[index] ?? ''));
const orphanEnds = /<\/(?:think|thinking)>|\[\/THINK\]|◁\/think▷/giu;
const anyBegin = /<(?:think|thinking)(?:\s[^<>]{0,100})?>|\[THINK\]|◁think▷/iu;
const blank = /[\s\p{Cf}]*/uy;

/**
 * Where the answer of a reply begins, as an index into its text; `undefined` where reasoning was begun and never ended.
 *
 * Reasoning is a block `<think>…</think>` (or of a kindred mark) at the start of the reply, where several may follow each other; the same marks later on
 * are text. Marks inside are matched in pairs, so that reasoning may quote them. An end without a begin, alone at the head or the end of a line, also ends
 * reasoning: some servers put the begin into the prompt.
 */
export function answerStart(text: string): number | undefined {
  return startAfter(text, families);
}

/**
 * A judged text without the reasoning that its model set apart at the start; the text itself where it has none, and nothing where the reasoning never ends.
 * Only marks that models set by themselves count: a task may ask for an `<analysis>`.
 */
export function withoutReasoning(text: string): string {
  const start = startAfter(text, modelFamilies);
  if (start === undefined) return '';
  return start === skipBlank(text, 0) ? text : text.slice(start);
}

function startAfter(text: string, marks: readonly Marks[]): number | undefined {
  let start = skipBlank(text, 0);
  for (;;) {
    const next = blockEnd(text, start, marks);
    if (next === 'open') return undefined;
    if (next === undefined) return start;
    start = skipBlank(text, next);
  }
}

/** The end of the reasoning that begins at `start`; `undefined` where none does. */
function blockEnd(text: string, start: number, marks: readonly Marks[]): number | 'open' | undefined {
  for (const family of marks) {
    family.open.lastIndex = start;
    const opened = family.open.exec(text);
    if (opened !== null) return family.nests ? pairedEnd(text, start, family.marks) : firstEnd(text, start, family.marks);
  }
  return orphanEnd(text, start);
}

function pairedEnd(text: string, start: number, marks: RegExp): number | 'open' {
  let depth = 0;
  let last: readonly [number, number] | undefined;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[1] === undefined ? 1 : -1;
    if (mark[1] === undefined) continue;
    if (depth === 0) return marks.lastIndex;
    last = [mark.index, marks.lastIndex];
  }
  // More begins than ends: either a quoted begin, and the last end is the real one (set on its own line, as models do), or a reply cut inside.
  return last !== undefined && standsAlone(text, ...last) ? last[1] : 'open';
}

function firstEnd(text: string, start: number, marks: RegExp): number | 'open' {
  marks.lastIndex = start;
  return marks.exec(text) === null ? 'open' : marks.lastIndex;
}

function orphanEnd(text: string, start: number): number | undefined {
  // JSON that quotes the mark is an answer, not reasoning.
  const isJson = ['{', '[', '`'].includes(text[start] ?? '') && !text.startsWith('[/THINK]', start);
  if (isJson) return undefined;
  orphanEnds.lastIndex = start;
  const end = orphanEnds.exec(text);
  if (end === null || !standsAlone(text, end.index, orphanEnds.lastIndex)) return undefined;
  return anyBegin.test(text.slice(start, end.index)) ? undefined : orphanEnds.lastIndex;
}

function standsAlone(text: string, from: number, to: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  const lineEnd = text.indexOf('\n', to);
  return before.trim() === '' || text.slice(to, lineEnd < 0 ? undefined : lineEnd).trim() === '';
}

function skipBlank(text: string, from: number): number {
  blank.lastIndex = from;
  blank.exec(text);
  return blank.lastIndex;
}
