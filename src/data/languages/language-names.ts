/**
 * Language tags as BCP 47 has them: `en_US` and `EN-us` are `en-US`, `eng` and `English` are `en`, `iw` is `he`, `cmn` is `zh`. What names no
 * language that ISO 639 knows is kept as it was given, in NFC, and remembered in `unknown`: it still tells rows apart.
 *
 * The table of ISO 639-3 takes long to load, and most tags do not need it.
 */
export class LanguageNames {
  /** Texts that name no known language, in the order they came. */
  readonly unknown = new Set<string>();
  readonly #known = new Map<string, string>();
  #table: ReadonlyMap<string, string> | undefined;

  /** The tag of a text; `undefined` where the table must be loaded first, with `load`. */
  normalize(text: string): string | undefined {
    const given = text.trim().normalize('NFC');
    const cached = this.#known.get(given);
    if (cached !== undefined) return cached;
    const tag = languageTag(given) ?? this.#fromTable(given);
    if (tag !== undefined) this.#known.set(given, tag);
    return tag;
  }

  async load(): Promise<void> {
    if (this.#table !== undefined) return;
    const { iso6393, iso6393To2B } = await import('iso-639-3');
    const bibliographic = new Map(Object.entries(iso6393To2B).map(([code, other]) => [code, other]));
    const table = new Map<string, string>();
    for (const { iso6393: code, iso6391, name } of iso6393) {
      const tag = iso6391 ?? code;
      // ISO calls some languages otherwise than people do: Swahili (macrolanguage), Modern Greek (1453-).
      const common = iso6391 === undefined ? undefined : displayNames.of(iso6391)?.toLowerCase();
      for (const key of [code, bibliographic.get(code), name.toLowerCase(), common])
        if (key !== undefined && !table.has(key)) table.set(key, tag);
    }
    this.#table = table;
  }

  #fromTable(given: string): string | undefined {
    if (this.#table === undefined) return undefined;
    const whole = this.#table.get(given.toLowerCase());
    if (whole !== undefined) return whole;
    const plain = posixFree(given);
    const [first = '', ...rest] = plain.split('-');
    const language = this.#table.get(first.toLowerCase());
    const tag = language === undefined ? undefined : canonical([language, ...rest].join('-'));
    if (tag !== undefined) return tag;
    this.unknown.add(given);
    return given;
  }
}

const displayNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The canonical tag where Unicode's own data knows the language. */
function languageTag(given: string): string | undefined {
  const tag = canonical(posixFree(given));
  if (tag === undefined) return undefined;
  return displayNames.of(tag.split('-')[0] as string) === undefined ? undefined : tag;
}

/** `en_US.UTF-8@euro` as `en-US`. */
function posixFree(given: string): string {
  return given.replace(/[.@].*$/u, '').replaceAll('_', '-');
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
