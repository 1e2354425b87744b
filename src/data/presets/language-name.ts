const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** The English name of a language by its code, for a sentence: `de` is German. The code itself where it is none. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
