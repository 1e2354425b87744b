import { escapeHtml, isolated } from './html-escape.ts';

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A language as its English name and its tag: `Hindi (hi)`. A tag that Unicode does not know stands alone; `null` is all items. */
export function languageName(tag: string | null): string {
  if (tag === null) return 'all';
  const name = nameOf(tag);
  return name === undefined ? isolated(tag) : `${escapeHtml(name)} <span class="quiet">${escapeHtml(tag)}</span>`;
}

/** The same as plain text: `Hindi`; a tag that Unicode does not know as it stands. */
export function plainLanguageName(tag: string | null): string {
  return tag === null ? 'all' : (nameOf(tag) ?? tag);
}

function nameOf(tag: string): string | undefined {
  try {
    return names.of(tag);
  } catch {
    return undefined;
  }
}
