import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import type { ModelReply } from '../../model/language-model.ts';
import { checkReadResult, conformanceSpaces, readerConformance, replyOf } from '../../testing/reader-conformance.ts';
import type { ReaderSpec } from '../spec.ts';
import { readers } from './readers.ts';

test('the default reader comes first', () => {
  expect(readers.map(({ kind }) => kind)).toEqual(['json', 'tagged', 'logprobs']);
});

const specs: readonly ReaderSpec[] = [
  { kind: 'json' },
  { kind: 'json', verdictKey: 'score', reasonKey: 'why', reasonFirst: false },
  { kind: 'tagged' },
  { kind: 'tagged', tag: 'Final grade' },
  { kind: 'tagged', tag: '评分' },
  { kind: 'tagged', mark: 'brackets' },
  { kind: 'logprobs' },
  { kind: 'logprobs', after: 'VERDICT:' },
];

for (const spec of specs) {
  const reader = readers.find(({ kind }) => kind === spec.kind);
  describe(`conformance of ${JSON.stringify(spec)}`, () => {
    for (const check of readerConformance(reader!, { spec, spaces: conformanceSpaces })) test(check.name, () => check.run());
  });
}

describe('any reply', () => {
  const junk = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom(
      '{',
      '}',
      '"',
      ':',
      '\n',
      '```json\n',
      '{"verdict": ',
      '"reason": "',
      'VERDICT:',
      '[[',
      ']]',
      '<think>',
      '</think>',
      'null',
      'true',
      '\\',
      '/',
      ' or ',
    ),
  );
  const label = fc.constantFrom('supported', 'not supported', '4', '8.5', 'A', 'tie', 'very', '"');
  const finish = fc.constantFrom('stop', 'length', 'content-filter', 'other');
  const replyFrom = (piece: fc.Arbitrary<string>) =>
    fc.tuple(fc.array(piece, { maxLength: 14 }), finish).map(([pieces, end]) => replyOf(pieces.join(''), { finish: end }));
  const readings = specs.flatMap((spec) =>
    conformanceSpaces.map((space) => {
      const reader = readers.find(({ kind }) => kind === spec.kind)!;
      const view = viewOf(space);
      return { space: view, read: (reply: ModelReply) => reader.read(reply, view, reader.parse(spec, view)) };
    }),
  );

  test('gives a result that a reader may give', () => {
    fc.assert(
      fc.property(replyFrom(fc.oneof(junk, label)), (reply) => {
        for (const { space, read } of readings) checkReadResult(read(reply), space);
      }),
    );
  });

  test('without a label on the menu is no score', () => {
    const space = viewOf({ kind: 'categorical', labels: [{ label: 'supported' }, { label: 'refuted' }] });
    fc.assert(
      fc.property(replyFrom(junk), (reply) => {
        fc.pre(!/s|r/iu.test(reply.text.normalize('NFKD').replaceAll(/reason|verdict|or|json|true/giu, '')));
        for (const spec of specs) {
          const reader = readers.find(({ kind }) => kind === spec.kind)!;
          expect(reader.read(reply, space, reader.parse(spec, space)).verdict.status).toBe('unreadable');
        }
      }),
    );
  });
});
