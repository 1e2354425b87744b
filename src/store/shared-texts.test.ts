import { describe, expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { bringToFormat } from './format.ts';
import { SharedTexts } from './shared-texts.ts';

function opened(): { connection: Connection; texts: SharedTexts } {
  const connection = new Connection(':memory:', { busyTimeoutMs: 10, survives: 'kill' });
  bringToFormat(connection);
  return { connection, texts: new SharedTexts(connection) };
}

const long = (name: string) => `${name} `.repeat(40);

describe('SharedTexts', () => {
  it('leaves a text where it is the first time, and gives it one row from the second on', () => {
    const { connection, texts } = opened();
    expect([1, 2, 3].map(() => texts.share(long('rubric')))).toEqual([long('rubric'), 1, 1]);
    expect([1, 2, 3].map(() => texts.share('short'))).toEqual(['short', 'short', 'short']);
    expect(connection.count('texts')).toBe(1);
    expect([texts.read(1), texts.read('short'), new SharedTexts(connection).read(1)]).toEqual([
      long('rubric'),
      'short',
      long('rubric'),
    ]);
    connection.close();
  });

  it('does not store again what it has read', () => {
    const { connection, texts } = opened();
    texts.share(long('rubric'));
    texts.share(long('rubric'));
    const later = new SharedTexts(connection);
    later.read(1);
    expect(later.share(long('rubric'))).toBe(1);
    connection.close();
  });

  it('forgets the numbers of a transaction that was undone', () => {
    const { connection, texts } = opened();
    texts.share(long('rubric'));
    expect(() =>
      connection.transaction(() => {
        texts.share(long('rubric'));
        throw new Error('undone');
      }),
    ).toThrow('undone');
    texts.forget();
    expect(texts.share(long('rubric'))).toBe(long('rubric'));
    expect(connection.count('texts')).toBe(0);
    connection.close();
  });

  it('keeps what is used, and forgets what is not, once much has passed', () => {
    const { connection, texts } = opened();
    const used = long('used');
    const unused = long('unused');
    for (const text of [used, used, unused, unused]) texts.share(text);
    for (let index = 0; index < 200; index += 1) {
      texts.share(`${index} ${'x'.repeat(100_000)}`);
      expect(texts.share(used)).toBe(1);
    }
    expect(texts.share(unused)).toBe(unused);
    connection.close();
  });

  it('says so where a shared text is gone', () => {
    const { texts, connection } = opened();
    expect(() => texts.read(9)).toThrow(':memory:: expected the store to answer, got an error (text 9 of a request is missing)');
    connection.close();
  });
});
