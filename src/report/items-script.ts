/**
 * The page's own script: fills the list of judgments from the packed blocks, by pages, with filters and sorting, and opens one judgment as a tree of its parts.
 *
 * Texts reach the page through `textContent` alone, made visible as `visibleText` does. Plain JavaScript for any browser of since 2023, tried in a real one
 * (tests/report).
 */
export const itemsScript = String.raw`
(() => {
'use strict';
const rowsOnPage = 50, cachedBlocks = 8;
const byId = (id) => document.getElementById(id);
const judges = JSON.parse(byId('judges').textContent);
const section = byId('items-section'), form = byId('filters'), list = byId('list'), count = byId('count'), pages = byId('pages');
const ITEM = 0, LANGUAGE = 1, GROUP = 2, JUDGE = 3, DRAW = 4, STATUS = 5, VERDICT = 6, GOLD = 7, DISTANCE = 8, EXCERPT = 9;
const hidden = /(?![\t\n])\p{Cc}|[\u2028\u2029\u202d\u202e\u{e0000}-\u{e007f}]/gu;
const names = { 0: 'NUL', 0x0d: 'CR', 0x1b: 'ESC', 0x2028: 'LS', 0x2029: 'PS', 0x202d: 'LRO', 0x202e: 'RLO' };
const wellFormed = (text) => text.toWellFormed === undefined ? text : text.toWellFormed();
const visible = (text) => wellFormed(String(text)).replaceAll('\r\n', '\n').replace(hidden, (character) => {
  const code = character.codePointAt(0);
  return '⟦' + (names[code] || 'U+' + code.toString(16).toUpperCase().padStart(4, '0')) + '⟧';
});

const make = (tag, properties, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null) continue;
    if (name === 'class') element.className = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
};
const foreign = (text, language) => {
  const element = make('bdi', { lang: languageOf(text, language) });
  element.textContent = visible(text);
  return element;
};
const scripts = { Jpan: ['Han', 'Hiragana', 'Katakana'], Kore: ['Hangul', 'Han'], Hans: ['Han'], Hant: ['Han'], Hani: ['Han'] };
// Fonts and voices follow the language; a text of another script (an English reason beside Japanese) is not in it.
const languageOf = (text, language) => {
  if (!language || !/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(language)) return undefined;
  try {
    const script = new Intl.Locale(language).maximize().script;
    if (!script || script === 'Latn') return undefined;
    const letters = (scripts[script] || [script]).map((name) => '\\p{Script=' + name + '}').join('');
    return new RegExp('[' + letters + ']', 'u').test(text) ? language : undefined;
  } catch { return undefined; }
};

const unpack = async (element) => {
  const text = atob(element.textContent), bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
};
const blocks = [...document.querySelectorAll('script[data-details]')].map((element) => ({ first: Number(element.dataset.details), element }));
const unpacked = new Map();
const detailOf = async (place) => {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (blocks[middle].first <= place) low = middle; else high = middle - 1;
  }
  let content = unpacked.get(low);
  if (content === undefined) {
    content = unpack(blocks[low].element);
    unpacked.set(low, content);
    if (unpacked.size > cachedBlocks) unpacked.delete(unpacked.keys().next().value);
  }
  return (await content)[place - blocks[low].first];
};

let lines = [], shown = [], page = 0, sort = { column: undefined, down: false };
const folds = [];
const foldOf = (place) => folds[place] ??= fold([ITEM, GROUP, GOLD, EXCERPT].map((member) => lines[place][member] ?? '').join('\n'));
const fold = (text) => text.normalize('NFKC').toLowerCase();
const outcomeOf = (line) => {
  if (line[STATUS] === 'scored') return line[DISTANCE] === null ? 'no gold' : line[DISTANCE] === 0 ? 'agrees with gold' : 'differs from gold';
  return line[VERDICT] === '' ? line[STATUS] : line[STATUS] + ': ' + line[VERDICT];
};
const verdictOf = (line) => line[STATUS] === 'scored' ? line[VERDICT] : undefined;
const filters = [
  { name: 'outcome', of: outcomeOf },
  { name: 'judge', of: (line) => judges[line[JUDGE]] },
  { name: 'language', of: (line) => line[LANGUAGE] || undefined },
  { name: 'verdict', of: verdictOf },
  { name: 'gold', of: (line) => line[GOLD] ?? undefined },
];
const mostOptions = 200;
const collator = new Intl.Collator('en', { numeric: true });

const fillFilters = () => {
  for (const filter of filters) {
    const select = form.elements.namedItem(filter.name);
    if (!select) continue;
    const counts = new Map();
    for (const line of lines) {
      const value = filter.of(line);
      if (value !== undefined) counts.set(value, (counts.get(value) || 0) + 1);
    }
    filter.values = [...counts.keys()].sort(collator.compare).slice(0, mostOptions);
    filter.select = select;
    if (filter.name === 'outcome') {
      filter.values.unshift('differs from gold, or no verdict');
      const look = lines.filter((line) => line[STATUS] !== 'scored' || line[DISTANCE] > 0).length;
      counts.set(filter.values[0], look);
    }
    filter.values.forEach((value, place) => {
      const option = make('option', { value: String(place) });
      option.textContent = visible(value) + ' (' + counts.get(value) + ')';
      select.append(option);
    });
    if (filter.values.length < 2) select.parentElement.hidden = true;
  }
};

const columns = [
  { name: 'item', key: (line) => line[ITEM] },
  { name: 'language', key: (line) => line[LANGUAGE], short: true, wanted: () => lines.some((line) => line[LANGUAGE] !== '') },
  { name: 'judge', key: (line) => judges[line[JUDGE]], wanted: () => judges.length > 1 },
  { name: 'draw', key: (line) => line[DRAW], short: true, wanted: () => lines.some((line) => line[DRAW] > 0) },
  { name: 'verdict', key: (line) => line[STATUS] === 'scored' ? line[VERDICT] : '\uffff' + line[STATUS] + line[VERDICT] },
  { name: 'gold', key: (line) => line[GOLD] ?? '\uffff', wanted: () => lines.some((line) => line[GOLD] !== null) },
  { name: 'off by', key: (line) => line[DISTANCE] ?? -1, short: true, wanted: () => lines.some((line) => line[DISTANCE] !== null && line[DISTANCE] !== 0 && line[DISTANCE] !== 1) },
  { name: 'reason', key: (line) => line[EXCERPT], class: 'reason' },
];

const verdictCell = (line) => {
  const [kind, mark, words] = line[STATUS] !== 'scored' ? ['none', '∅', ', no verdict']
    : line[DISTANCE] === null ? ['', '', ''] : line[DISTANCE] === 0 ? ['agrees', '✓', ', agrees with gold'] : ['differs', '✗', ', differs from gold'];
  const text = line[STATUS] === 'scored' ? line[VERDICT] : outcomeOf(line);
  return make('td', { class: kind }, make('span', { 'aria-hidden': 'true' }, mark === '' ? '' : mark + ' '), foreign(text), make('span', { class: 'unseen' }, words));
};
const cellOf = (column, line) => {
  switch (column.name) {
    case 'verdict': return verdictCell(line);
    case 'gold': return make('td', {}, line[GOLD] === null ? '–' : foreign(line[GOLD]));
    case 'off by': return make('td', {}, line[DISTANCE] === null ? '–' : String(Number(line[DISTANCE].toPrecision(4))));
    case 'reason': return make('td', { class: 'reason' }, foreign(line[EXCERPT], line[LANGUAGE]));
    default: return make('td', {}, foreign(String(column.key(line)), line[LANGUAGE]));
  }
};

const rowOf = (place, wanted) => {
  const line = lines[place], id = 'judgment-' + place;
  const button = make('button', { type: 'button', 'aria-expanded': 'false', 'aria-controls': id, 'data-place': place }, foreign(line[ITEM], line[LANGUAGE]));
  return make('tr', {}, make('th', { scope: 'row' }, button), ...wanted.slice(1).map((column) => cellOf(column, line)));
};

const render = () => {
  const wanted = columns.filter((column) => column.wanted === undefined || column.wanted());
  const last = Math.max(0, Math.ceil(shown.length / rowsOnPage) - 1);
  page = Math.min(Math.max(0, page), last);
  const head = list.tHead.rows[0];
  if (head.cells.length === 0) {
    for (const column of wanted) head.append(make('th', { scope: 'col', class: column.class || (column.short ? 'short' : undefined) }, make('button', { type: 'button', 'data-sort': column.name }, column.name, make('span', { 'aria-hidden': 'true' }))));
  }
  for (const cell of head.cells) {
    const of = cell.firstChild.dataset.sort === sort.column;
    if (of) cell.setAttribute('aria-sort', sort.down ? 'descending' : 'ascending'); else cell.removeAttribute('aria-sort');
    cell.firstChild.lastChild.textContent = of ? (sort.down ? ' ▼' : ' ▲') : '';
  }
  list.tBodies[0].replaceChildren(...shown.slice(page * rowsOnPage, (page + 1) * rowsOnPage).map((place) => rowOf(place, wanted)));
  list.hidden = shown.length === 0;
  pages.hidden = last === 0;
  byId('page').textContent = 'Page ' + (page + 1) + ' of ' + (last + 1);
  for (const button of pages.querySelectorAll('button')) button.disabled = /first|previous/.test(button.dataset.go) ? page === 0 : page === last;
  count.textContent = shown.length === lines.length ? lines.length + ' judgments' : shown.length + ' of ' + lines.length + ' judgments';
};

const select = () => {
  const text = fold(form.elements.namedItem('text').value.trim());
  const active = filters.filter((filter) => filter.select && filter.select.value !== '').map((filter) => ({ name: filter.name, of: filter.of, value: filter.values[filter.select.value] }));
  const passes = (line, filter) => filter.name === 'outcome' && filter.value === 'differs from gold, or no verdict'
    ? line[STATUS] !== 'scored' || line[DISTANCE] > 0 : filter.of(line) === filter.value;
  shown = [];
  for (let place = 0; place < lines.length; place += 1) {
    if (active.every((filter) => passes(lines[place], filter)) && (text === '' || foldOf(place).includes(text))) shown.push(place);
  }
  const column = columns.find((one) => one.name === sort.column);
  if (column !== undefined) {
    const keys = new Map(shown.map((place) => [place, column.key(lines[place])]));
    const compare = (a, b) => typeof keys.get(a) === 'number' ? keys.get(a) - keys.get(b) : collator.compare(keys.get(a), keys.get(b));
    shown.sort((a, b) => (sort.down ? -compare(a, b) : compare(a, b)) || a - b);
  }
  page = 0;
  render();
};

const text = (content, language, kind) => {
  const element = make('pre', { class: kind === 'prose' ? 'text prose' : 'text', dir: 'auto', lang: languageOf(content, language), tabindex: content.length > 2000 ? '0' : undefined });
  element.textContent = visible(content);
  return element;
};
const part = (title, content, language, kind) => content === undefined || content === null ? [] : [make('h4', {}, title), text(content, language, kind)];
const partItem = (one, language, open) => {
  const of = one.language || language;
  const title = [one.path, one.role, one.language, one.round === undefined ? undefined : 'round ' + one.round].filter(Boolean).join(' · ');
  const summary = make('summary', {}, foreign(title), one.verdict === undefined ? '' : ': ', one.verdict === undefined ? undefined : foreign(one.verdict));
  const calls = one.calls.flatMap((call, place) => [
    ...call.messages.flatMap(([role, content]) => part((one.calls.length > 1 ? 'Call ' + (place + 1) + ', ' : '') + 'prompt, ' + role, content, of)),
    ...part('Reply of ' + call.model, call.reply, of),
  ]);
  const inside = [...part('Fault', one.fault), ...part('Text', one.text, of), ...calls, ...part('Reason', one.rationale, of, 'prose')];
  const children = one.parts.length === 0 ? [] : [make('ul', { class: 'tree' }, ...one.parts.map((child) => partItem(child, language, false)))];
  return make('li', {}, make('details', open ? { open: '' } : {}, summary, ...inside, ...children));
};
const fact = (name, ...content) => [make('dt', {}, name), make('dd', {}, ...content)];
const money = (usd) => '$' + (usd === 0 ? '0' : Number(usd.toPrecision(3)));
const opened = (place, detail) => {
  const line = lines[place], language = line[LANGUAGE];
  const facts = make('dl', { class: 'facts' },
    ...fact('verdict', foreign(line[STATUS] === 'scored' ? line[VERDICT] : outcomeOf(line)), detail.reading && detail.reading !== 'strict' ? ' (read: ' + detail.reading + ')' : ''),
    ...(line[GOLD] === null ? [] : fact('gold', foreign(line[GOLD]))),
    ...(detail.labels === undefined ? [] : fact('raters', ...Object.entries(detail.labels).flatMap(([name, label], index) => [index === 0 ? '' : ', ', foreign(name), ': ', foreign(String(label))]))),
    ...fact('judge, draw', foreign(judges[line[JUDGE]]), ', ' + line[DRAW]),
    ...(line[GROUP] === line[ITEM] ? [] : fact('group', foreign(line[GROUP]))),
    ...(detail.distribution === undefined ? [] : fact('probabilities', ...Object.entries(detail.distribution).sort((a, b) => b[1] - a[1]).flatMap(([label, probability], index) => [index === 0 ? '' : ', ', foreign(label), ' ' + probability.toFixed(3)]), detail.coverage === undefined ? '' : '; of the menu before that ' + detail.coverage.toFixed(3))),
    ...(detail.expected === undefined ? [] : fact('mean', detail.expected.toFixed(3))),
    ...fact('took', detail.calls + (detail.calls === 1 ? ' call' : ' calls') + (detail.tokens[0] === null ? '' : ', ' + detail.tokens[0] + ' + ' + detail.tokens[1] + ' tokens') + (detail.costUsd === null ? '' : ', ' + money(detail.costUsd)) + ', ' + Math.round(detail.latencyMs) + ' ms'));
  const only = detail.parts.length === 1;
  const tree = detail.parts.length === 0 ? [] : [make('h4', {}, 'How it came about'), make('ul', { class: 'tree' }, ...detail.parts.map((one) => partItem(one, language, only)))];
  const reply = only && detail.parts[0].calls.length === 1 && detail.parts[0].calls[0].reply === detail.reply ? [] : part('Raw reply', detail.reply, language);
  return make('div', { class: 'opened' }, facts, ...part('What happened', detail.message), ...part('Reason', detail.rationale, language, 'prose'), ...reply, ...tree);
};

const close = (button) => {
  button.setAttribute('aria-expanded', 'false');
  byId(button.getAttribute('aria-controls'))?.remove();
};
const open = async (button) => {
  const place = Number(button.dataset.place), row = button.closest('tr');
  button.setAttribute('aria-expanded', 'true');
  const cell = make('td', { class: 'open', colspan: row.cells.length }, 'Unpacking…');
  row.after(make('tr', { id: button.getAttribute('aria-controls') }, cell));
  try { cell.replaceChildren(opened(place, await detailOf(place))); } catch (error) { cell.replaceChildren('This judgment cannot be unpacked: ' + error.message); }
};

list.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button === null) return;
  if (button.dataset.sort !== undefined) {
    const same = sort.column === button.dataset.sort;
    sort = same && sort.down ? { column: undefined, down: false } : { column: button.dataset.sort, down: same };
    select();
  } else if (button.getAttribute('aria-expanded') === 'true') close(button); else open(button);
});
list.addEventListener('keydown', (event) => {
  const inList = event.target.closest('tbody button[data-place]');
  if (inList !== null && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    const buttons = [...list.querySelectorAll('tbody button[data-place]')];
    const next = buttons[buttons.indexOf(inList) + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next !== undefined) { next.focus(); event.preventDefault(); }
  }
  if (event.key === 'Escape') {
    const row = event.target.closest('tr[id]') || byId(inList?.getAttribute('aria-controls') || '');
    const button = row && list.querySelector('button[aria-controls="' + row.id + '"]');
    if (button) { close(button); button.focus(); }
  }
});
pages.addEventListener('click', (event) => {
  const go = event.target.dataset.go;
  if (go === undefined) return;
  page = { first: 0, previous: page - 1, next: page + 1, last: Infinity }[go];
  if (page === Infinity) page = Math.ceil(shown.length / rowsOnPage);
  render();
  byId('items').scrollIntoView();
});
let waiting;
form.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(select, 120); });
form.addEventListener('submit', (event) => { event.preventDefault(); select(); });
form.addEventListener('reset', () => setTimeout(select));

let closed = [];
addEventListener('beforeprint', () => { closed = [...document.querySelectorAll('details.printed:not([open])')]; for (const one of closed) one.open = true; });
addEventListener('afterprint', () => { for (const one of closed) one.open = false; });

const begin = async () => {
  if (typeof DecompressionStream === 'undefined') { count.textContent = 'This browser is too old to unpack the judgments: any of since 2023 can.'; return; }
  count.textContent = 'Unpacking…';
  const packed = await Promise.all([...document.querySelectorAll('script[data-lines]')].map(unpack));
  lines = packed.flat();
  fillFilters();
  form.hidden = lines.length === 0;
  select();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
};
begin().catch((error) => { count.textContent = 'The judgments cannot be unpacked: ' + error.message; });
})();
`.trim();
