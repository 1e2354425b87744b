/** Tells the language of a text as a BCP 47 tag; `undefined` where the text is too short to tell, or two languages are as likely. */
export type LanguageIdentifier = (text: string) => string | undefined;

/** Letters that must be there; a letter of a script that needs few to a word counts three. */
const fewestLetters = 15;
const lowestProbability = 0.7;
const charactersLookedAt = 2000;

/**
 * Loads the identifier (CLD3, WebAssembly, about 100 languages). It sees the first 2,000 characters of a text.
 *
 * Under about 15 letters (5 of Chinese, Japanese, Korean, Thai and their like) it says nothing: CLD3 names some language for any text, the
 * empty one too.
 */
export async function loadLanguageIdentifier(): Promise<LanguageIdentifier> {
  const { loadModule } = await import('cld3-asm');
  const identifier = (await loadModule()).create(0, 2000);
  return (text) => {
    // The text crosses into WebAssembly as a C string, which ends at a NUL.
    const head = text.slice(0, charactersLookedAt).toWellFormed().replaceAll('\0', ' ');
    if (letterCount(head) < fewestLetters) return undefined;
    const { language, probability, is_reliable: reliable } = identifier.findLanguage(head);
    if (!reliable || probability < lowestProbability || language === 'und') return undefined;
    return Intl.getCanonicalLocales(language)[0];
  };
}

function letterCount(text: string): number {
  const dense =
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
    )?.length ?? 0;
  return (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0) + 2 * dense;
}
