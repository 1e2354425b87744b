const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A language's English name with its tag, as a prompt names it: `German (de)`; the tag alone where it has none. */
export function languageName(tag: string): string {
  try {
    const name = names.of(tag);
    return name === undefined ? tag : `${name} (${tag})`;
  } catch {
    return tag;
  }
}
