import { describe, expect, it } from 'vitest';
import { loadLanguageIdentifier } from './identify-language.ts';
import { LanguageNames } from './language-names.ts';

describe('language tags', () => {
  it.each([
    ['en', 'en'],
    ['EN-us', 'en-US'],
    ['en_US.UTF-8', 'en-US'],
    ['zh_hans_cn', 'zh-Hans-CN'],
    ['eng', 'en'],
    ['cmn', 'zh'],
    ['iw', 'he'],
    [' th ', 'th'],
    ['quz', 'qu'],
  ])('%j is %s without the table', (given, tag) => {
    expect(new LanguageNames().normalize(given)).toBe(tag);
  });

  it('the table knows ISO 639-3, bibliographic codes and English names', async () => {
    const names = new LanguageNames();
    expect(names.normalize('Swahili (macrolanguage)')).toBeUndefined();
    await names.load();
    await names.load();
    expect(['Swahili (macrolanguage)', 'german', 'Thai', 'per', 'nhi', 'nhi_MX'].map((given) => names.normalize(given))).toEqual([
      'sw',
      'de',
      'th',
      'fa',
      'nhi',
      'nhi-MX',
    ]);
    expect(['Swahili', 'swahili', 'Greek', 'Malay', 'Norwegian'].map((given) => names.normalize(given))).toEqual([
      'sw',
      'sw',
      'el',
      'ms',
      'no',
    ]);
    expect([...names.unknown]).toEqual([]);
    expect(['formal register', 'xx', 'C', 'Cafe\u0301'].map((given) => names.normalize(given))).toEqual([
      'formal register',
      'xx',
      'C',
      'Café',
    ]);
    expect([...names.unknown]).toEqual(['formal register', 'xx', 'C', 'Café']);
  });
});

describe('identification', () => {
  it('tells languages, and nothing of texts too short to tell', async () => {
    const identify = await loadLanguageIdentifier();
    const texts: Readonly<Record<string, string | undefined>> = {
      'The committee will meet again on Thursday afternoon.': 'en',
      'Die Kommission tritt am Donnerstag wieder zusammen.': 'de',
      'La commission se réunira de nouveau jeudi après-midi.': 'fr',
      'मुझे नहीं पता कि उसने यह किताब कहाँ रखी है।': 'hi',
      คณะกรรมการจะประชุมอีกครั้งในวันพฤหัสบดี: 'th',
      '委員会は木曜日に再び開かれます。': 'ja',
      'ستجتمع اللجنة مرة أخرى يوم الخميس.': 'ar',
      'הוועדה תתכנס שוב ביום חמישי.': 'he',
      ok: undefined,
      '': undefined,
      '12345 67890 !!! 👍👍👍': undefined,
    };
    expect(Object.fromEntries(Object.keys(texts).map((text) => [text, identify(text)]))).toEqual(texts);
    expect(identify(`\0${'Die Kommission tritt am Donnerstag wieder zusammen. '.repeat(100_000)}`)).toBe('de');
  });
});
