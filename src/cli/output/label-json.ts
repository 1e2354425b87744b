import { jsonText } from './json-text.ts';
import { createInterface } from 'node:readline';
import { AssizeError, describe } from '../../core/errors.ts';
import { isObject } from '../../core/json.ts';
import type { SpaceView } from '../../core/space-view.ts';
import type { LabelSession } from '../../workspace/label-session.ts';
import type { LabelEnd } from './label-terminal.ts';

/**
 * Labelling by program: a JSON object a line, both ways. Out: `{ "type": "item", … }` for each item, `labelled` when a label is durable, `refused` with a message.
 * In: `{ "label": …, "rationale": … }`, or `{ "do": "skip" | "back" | "quit" }`. The end of the input is quit.
 */
export async function labelByLines(
  session: LabelSession,
  { stdin, out, view }: { readonly stdin: NodeJS.ReadableStream; readonly out: NodeJS.WritableStream; readonly view: SpaceView },
): Promise<LabelEnd> {
  const say = (message: object): void => void out.write(`${jsonText(message)}\n`);
  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY });
  show(session, view, say);
  for await (const line of lines) {
    if (session.current === undefined) break;
    if (line.trim() === '') continue;
    const answer = answerOf(line);
    if ('refused' in answer) {
      say({ type: 'refused', message: answer.refused });
      continue;
    }
    if (answer.do === 'quit') return 'quit';
    if (answer.do === 'skip') session.skip();
    else if (answer.do === 'back') {
      if (!session.back()) {
        say({ type: 'refused', message: 'do: expected an item before this one, got the first.' });
        continue;
      }
    } else {
      const { id } = session.current.row.item;
      const result = await session.label(answer.label, answer.rationale);
      if ('problem' in result) {
        say({ type: 'refused', message: result.problem });
        continue;
      }
      say({ type: 'labelled', item: id, label: result.labelled });
    }
    show(session, view, say);
    if (session.current === undefined) break;
  }
  lines.close();
  return session.current === undefined ? 'done' : 'quit';
}

function show(session: LabelSession, view: SpaceView, say: (message: object) => void): void {
  const { current } = session;
  if (current === undefined) return;
  const { id, language, input, output, outputA, outputB, conversation, context, reference, fields } = current.row.item;
  say({
    type: 'item',
    place: current.place,
    items: session.rows.length,
    labelled: session.labelled,
    item: id,
    language,
    input,
    output,
    outputA,
    outputB,
    conversation,
    context,
    reference,
    fields,
    labels: view.menu?.map(({ value }) => value) ?? view.range,
    yours: current.label?.gold,
  });
}

type Answer = { readonly do?: 'skip' | 'back' | 'quit'; readonly label?: unknown; readonly rationale?: string };

function answerOf(line: string): Answer | { readonly refused: string } {
  let answer: unknown;
  try {
    answer = JSON.parse(line);
  } catch {
    return { refused: `answer: expected a JSON object, got ${describe(line)}.` };
  }
  const step = isObject(answer) ? answer['do'] : undefined;
  if (!isObject(answer) || (step === undefined && answer['label'] === undefined))
    return { refused: `answer: expected { "label": … } or { "do": … }, got ${describe(answer)}.` };
  const { rationale } = answer;
  if (rationale !== undefined && typeof rationale !== 'string')
    return { refused: `rationale: expected a text, got ${describe(rationale)}.` };
  if (step === undefined) return { label: answer['label'], ...(rationale !== undefined && { rationale }) };
  if (step === 'skip' || step === 'back' || step === 'quit') return { do: step };
  return { refused: `do: expected skip, back or quit, got ${describe(step)}.` };
}

/** The error for a place where nobody can answer. */
export function noTerminal(): AssizeError {
  return new AssizeError('usage', 'label: expected a terminal, got none. Run it in one, or answer by lines with --json.');
}
