import { describe, expect, test } from 'vitest';
import { conformanceSpaces, readerConformance } from '../../testing/reader-conformance.ts';
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
