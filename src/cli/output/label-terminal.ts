import { emitKeypressEvents } from 'node:readline';
import { createInterface } from 'node:readline/promises';
import type { ReadStream } from 'node:tty';
import type { LabelSession } from '../../workspace/label-session.ts';
import { itemScreen, keysLine, oneLine, type LabelKey } from './label-screen.ts';

/** How a session ended: all items seen, left by the rater, or by Ctrl-C. */
export type LabelEnd = 'done' | 'quit' | 'interrupted';

export type TerminalDesk = {
  readonly stdin: ReadStream;
  readonly out: NodeJS.WritableStream;
  readonly keys: readonly LabelKey[] | undefined;
  /** What a label may be, in words, where there are no keys. */
  readonly sentence: string;
  readonly rubric: string | undefined;
};

type Key = { readonly text: string; readonly interrupted: boolean };

/** Labelling in a terminal: an item, a key for its label, a line for the reason where one is needed. */
export async function labelOnTerminal(session: LabelSession, desk: TerminalDesk): Promise<LabelEnd> {
  const { out, keys, rubric } = desk;
  let shown: number | undefined;
  for (;;) {
    const { current } = session;
    if (current === undefined) return 'done';
    if (shown !== current.place) {
      out.write(itemScreen(current.row, { place: current.place, items: session.rows.length, labelled: session.labelled }));
      if (current.label !== undefined)
        out.write(
          `your label: ${oneLine(String(current.label.gold))}${current.label.rationale === undefined ? '' : ` (${oneLine(current.label.rationale)})`}\n`,
        );
      out.write(`${keysLine(keys, desk.sentence)}\n`);
      shown = current.place;
    }
    const answer = keys === undefined ? await lineOf(desk, 'label: ') : await keyOf(desk.stdin);
    if (answer === undefined || answer.interrupted) return 'interrupted';
    const text = answer.text.trim();
    const command = keys === undefined ? (/^:([bsrq])$/u.exec(text)?.[1] ?? '') : text.toLowerCase();
    const key = keys?.find((candidate) => candidate.key === text);
    if (key === undefined && command === 'q') return 'quit';
    if (key === undefined && command === 's') session.skip();
    else if (key === undefined && command === 'b') {
      if (!session.back()) out.write('This is the first.\n');
    } else if (key === undefined && command === 'r') out.write(`${rubric ?? 'The judge has no rubric.'}\n`);
    else if (keys !== undefined && key === undefined) out.write(`${keysLine(keys, desk.sentence)}\n`);
    else if ((await labelled(session, key?.label ?? text, desk)) === 'interrupted') return 'interrupted';
  }
}

async function labelled(session: LabelSession, answer: string, desk: TerminalDesk): Promise<'interrupted' | 'went on'> {
  const { out } = desk;
  const admitted = session.admit(answer);
  if ('problem' in admitted) {
    out.write(`${oneLine(admitted.problem)}\n`);
    return 'went on';
  }
  out.write(`${oneLine(String(admitted.value))}\n`);
  let reason: string | undefined;
  if (admitted.needsRationale) {
    const line = await lineOf(desk, 'why (an empty line goes back to the labels): ');
    if (line === undefined || line.interrupted) return 'interrupted';
    if (line.text.trim() === '') {
      out.write('Not kept: it needs a reason.\n');
      return 'went on';
    }
    reason = line.text;
  }
  const result = await session.label(answer, reason);
  out.write('problem' in result ? `${oneLine(result.problem)}\n` : 'kept\n');
  return 'went on';
}

/** One key, without Enter. */
function keyOf(stdin: ReadStream): Promise<Key | undefined> {
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.resume();
  return new Promise((resolve) => {
    const settle = (key: Key | undefined): void => {
      stdin.off('keypress', press);
      stdin.off('end', end);
      stdin.setRawMode(false);
      stdin.pause();
      resolve(key);
    };
    const press = (text: string | undefined, key: { readonly name?: string; readonly ctrl?: boolean }): void => {
      const ends = key.ctrl === true && (key.name === 'c' || key.name === 'd');
      settle({ text: text ?? '', interrupted: ends });
    };
    const end = (): void => settle(undefined);
    stdin.on('keypress', press);
    stdin.on('end', end);
  });
}

/** One line, with the line editing of the terminal. */
async function lineOf({ stdin, out }: TerminalDesk, question: string): Promise<Key | undefined> {
  const lines = createInterface({ input: stdin, output: out, terminal: true });
  try {
    return await new Promise<Key>((resolve) => {
      lines.once('SIGINT', () => resolve({ text: '', interrupted: true }));
      lines.once('close', () => resolve({ text: '', interrupted: true }));
      void lines.question(question).then((text) => resolve({ text, interrupted: false }));
    });
  } finally {
    lines.close();
  }
}
