const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * A language's English name with its tag, as a prompt may name it outside a fence: `German (de)`. `undefined` for what is no tag of a language that Unicode knows: the text of a
 * column could be anything, an order to the judge among it.
 */
export function languageName(tag: string): string | undefined {
  try {
    const [plain = ''] = Intl.getCanonicalLocales(tag);
    const name = names.of(plain);
    return name === undefined ? undefined : `${name} (${plain})`;
  } catch {
    return undefined;
  }
}
