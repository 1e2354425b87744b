import { isObject } from '../../core/json.ts';
import type { RawRecord } from '../formats/entry.ts';
import { itemText } from '../mapping/item-text.ts';
import { majority } from './majority.ts';
import { keyAt, listAt, RecordFault, textAt } from './record-cells.ts';

export const relevances = ['Directly answers the question', 'Adds context to the answer', 'Unrelated to the question'] as const;

/** One rater's labels. */
type Vote = {
  readonly factuality: string | null;
  readonly relevance: string | null;
  readonly fine_grained: string | null;
  readonly comment: string;
};

/** A sentence with its labels: of several raters, what more than half of them say. */
export type MemeragSentence = {
  readonly id: string;
  readonly query: string;
  readonly context: string;
  readonly preceding: string | null;
  readonly sentence: string;
  readonly language: string;
  readonly group: string;
  readonly set: string;
  readonly factuality: string | null;
  readonly relevance: string | null;
  readonly fine_grained: string | null;
  readonly comments: string;
  readonly rationale: string | null;
  readonly agreement: number;
  readonly votes: readonly Vote[];
};

/** The sentences of a row's answer, those of the extension and its majority among them; the file's name tells the language, its folder the set. */
export function memeragSentences(record: RawRecord, file: string): MemeragSentence[] {
  const [, folder = '', language] = /(?:^|([^/\\]*)[/\\])([a-z]{2})\.jsonl(?:\.gz)?$/u.exec(file) ?? [];
  if (language === undefined) throw new RecordFault('files', 'a file named by its language, as de.jsonl', file);
  const set = folder.includes('majority') ? 'ext-majority' : folder.includes('ext') ? 'ext' : 'original';
  const question = keyAt(record, 'query_id');
  const passages = listAt(record, 'context').map((passage) => (isObject(passage) ? textAt(passage, 'text') : itemText(passage)));
  const before: string[] = [];
  return listAt(record, 'answer').map((answer) => {
    if (!isObject(answer)) throw new RecordFault('answer', 'objects', answer);
    const sentence = textAt(answer, 'sentence');
    const votes = votesOf(answer);
    const factuality = majority(votes.map((vote) => vote.factuality));
    const preceding = before.length === 0 ? null : before.join(' ');
    before.push(sentence);
    return {
      id: `${language}/${set}/${question}/${keyAt(answer, 'sentence_id')}`,
      query: textAt(record, 'query'),
      context: [...passages, ...(preceding === null ? [] : [`Sentences of the answer before this one: ${preceding}`])].join(
        '\n\n',
      ),
      preceding,
      sentence,
      language,
      group: `${language}/${question}`,
      set,
      factuality,
      relevance: majority(votes.map((vote) => vote.relevance)),
      fine_grained: majority(votes.map((vote) => vote.fine_grained)),
      comments: votes
        .map((vote) => vote.comment)
        .filter((comment) => comment !== '')
        .join('\n'),
      rationale: rationaleOf(votes.filter((vote) => vote.factuality === factuality).map((vote) => vote.comment)),
      agreement: Math.max(...votes.map((vote) => votes.filter((other) => other.factuality === vote.factuality).length)),
      votes,
    };
  });
}

/** The labels of a sentence: one of each, or as many as raters. */
function votesOf(answer: RawRecord): Vote[] {
  const several = Array.isArray(answer['factuality']);
  const column = (key: string): readonly unknown[] => (several ? listAt(answer, key) : [answer[key]]);
  const factualities = column('factuality');
  return factualities.map((factuality, index) => {
    const label = oneOf('factuality', factuality, ['Supported', 'Not Supported', 'Challenging to determine']);
    const fine = column('fine_grained_factuality')[index];
    const comment = column('comments')[index];
    return {
      factuality: label,
      relevance: oneOf('relevance', column('relevance')[index], relevances),
      fine_grained: typeof fine === 'string' ? fine : null,
      comment: typeof comment === 'string' ? comment : '',
    };
  });
}

function oneOf(key: string, value: unknown, labels: readonly string[]): string | null {
  if (value === null || value === undefined || value === '') return null;
  const found = labels.find((label) => label === value);
  if (found === undefined) throw new RecordFault(key, `one of ${labels.join(', ')}`, value);
  return found;
}

/** Comments that say something, a line each. */
export function rationaleOf(comments: readonly string[]): string | null {
  const said = [...new Set(comments.map((comment) => comment.trim()))].filter(
    (comment) => /\p{L}/u.test(comment) && !/^no comments?\.?$/iu.test(comment),
  );
  return said.length === 0 ? null : said.join('\n');
}
