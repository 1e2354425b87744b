/** The report's style: readable at any width, in light and dark, on paper; no colour alone tells anything. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1c2127; --paper: #fff; --quiet: #57606a; --line: #d8dde3; --mark: #1f5fae; --tick: #a84a00; --tint: #f3f6fa; --good: #2f7d4f; --bad: #b3402a; --same: 47, 125, 79; --other: 179, 64, 42; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e8eb; --paper: #14181d; --quiet: #a3aeb9; --line: #36404a; --mark: #8abbff; --tick: #fbb360; --tint: #1d232b; --good: #7bd29b; --bad: #ff9d8a; --same: 123, 210, 155; --other: 255, 157, 138; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; } h2 { font-size: 1.2rem; margin: 2.75rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
a { color: var(--mark); } :focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .5rem; z-index: 1; }
.answer { background: var(--tint); border-inline-start: 4px solid var(--mark); padding: .5rem 1.25rem; overflow-wrap: anywhere; }
.answer p { margin: .6rem 0; font-size: 1rem; } .answer p.lead { font-size: 1.15rem; }
.note, .quiet, caption { color: var(--quiet); } .note { font-size: .9rem; max-width: 60rem; }
.wide { position: relative; overflow-x: auto; margin: .75rem 0; } table { border-collapse: collapse; font-size: .9rem; min-width: min(40rem, 100%); } table.narrow { min-width: 0; }
caption { text-align: start; font-size: .85rem; padding: .25rem 0; }
th, td { text-align: start; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
thead th { border-bottom-width: 2px; vertical-align: bottom; font-weight: 600; } tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 9rem; max-width: 22rem; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; } .total th, .total td { background: var(--tint); }
td.picture { padding-block: .2rem; } svg.whiskers { display: block; width: 15rem; height: 1.375rem; } .ends { display: flex; justify-content: space-between; width: 15rem; font-weight: 400; font-size: .8rem; color: var(--quiet); }
.grid { stroke: var(--line); stroke-width: 1; } .mark { stroke: var(--tick); stroke-width: 2; } .whisker { stroke: var(--mark); stroke-width: 2.5; } .dot { fill: var(--mark); }
.diagonal { stroke: var(--tick); stroke-width: 1.5; stroke-dasharray: 4 3; } svg.curve { max-width: 100%; height: auto; font-size: 11px; } svg.curve text { fill: var(--quiet); }
.beside { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start; } .beside > div { flex: 1 1 20rem; min-width: 0; }
rect.judge { fill: var(--mark); } rect.gold { fill: var(--tick); } .key::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-inline-end: .3em; background: var(--mark); } .key.gold::before { background: var(--tick); } .key { font-weight: 400; margin-inline-end: .75em; }
.confusion .same { outline: 2px solid var(--line); outline-offset: -2px; font-weight: 600; } .confusion .cell .quiet { font-weight: 400; }
.same.shade1 { background: rgba(var(--same), .08); } .same.shade2 { background: rgba(var(--same), .16); } .same.shade3 { background: rgba(var(--same), .24); } .same.shade4 { background: rgba(var(--same), .32); } .same.shade5 { background: rgba(var(--same), .4); }
.other.shade1 { background: rgba(var(--other), .08); } .other.shade2 { background: rgba(var(--other), .16); } .other.shade3 { background: rgba(var(--other), .24); } .other.shade4 { background: rgba(var(--other), .32); } .other.shade5 { background: rgba(var(--other), .4); }
details { margin: .5rem 0; } summary { cursor: pointer; font-weight: 600; overflow-wrap: anywhere; } dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dl.facts dt { color: var(--quiet); } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
form { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: flex-end; margin: .75rem 0; } form[hidden], nav[hidden] { display: none; } label { font-size: .8rem; color: var(--quiet); } label.grow { flex: 1 1 14rem; }
input, select, button { display: block; font: inherit; font-size: .9rem; color: var(--ink); background: var(--paper); border: 1px solid var(--quiet); border-radius: 4px; padding: .35rem .6rem; min-height: 2.25rem; max-width: 14rem; } label.grow input { width: 100%; max-width: none; }
button { cursor: pointer; } button:disabled { opacity: .5; cursor: default; } nav { display: flex; gap: .5rem; align-items: center; flex-wrap: wrap; margin: .75rem 0; }
#list { table-layout: fixed; width: 100%; min-width: 46rem; } #list tbody th { min-width: 0; max-width: none; } #list th button, #list td button, #list tbody th button { display: inline; border: 0; padding: .1rem .2rem; min-height: 1.5rem; max-width: 100%; background: none; text-align: start; color: inherit; font-weight: inherit; overflow-wrap: anywhere; } #list tbody th button { color: var(--mark); } #list thead th { width: 9rem; } #list thead th.reason { width: auto; } #list thead th.short { width: 6.5rem; } #list thead th button { white-space: nowrap; }
#list td { overflow-wrap: anywhere; } #list td.reason bdi { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; } .agrees { color: var(--good); } .differs { color: var(--bad); } .none { color: var(--tick); }
#list td.open { background: var(--tint); padding: .75rem 1rem 1rem; } .opened { position: sticky; left: 1rem; max-width: min(64rem, calc(100vw - 4rem)); } .opened h3 { margin-top: .75rem; } .opened h4 { font-size: .85rem; font-weight: 600; color: var(--quiet); margin: .75rem 0 .15rem; }
pre.text { margin: 0; padding: .6rem .8rem; background: var(--paper); border: 1px solid var(--line); border-radius: 4px; font: .875rem/1.55 ui-monospace, "Cascadia Mono", "Noto Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; text-align: start; max-height: 32rem; overflow-y: auto; } pre.prose { font-family: inherit; font-size: .95rem; }
ul.tree { list-style: none; margin: 0; padding-inline-start: 0; } ul.tree ul.tree { padding-inline-start: 1.25rem; border-inline-start: 2px solid var(--line); }
@media (max-width: 40rem) { main { padding: 1rem .75rem 3rem; } .answer { padding-inline: .9rem; } .answer p.lead { font-size: 1.05rem; } svg.whiskers, .ends { width: 9rem; } dl.facts { grid-template-columns: 1fr; } dl.facts dd { margin-bottom: .5rem; } }
@media (forced-colors: active) { .dot, rect.judge { fill: CanvasText; } .whisker { stroke: CanvasText; } rect.gold { fill: GrayText; } .mark { stroke: Highlight; } }
@media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --quiet: #444; --line: #bbb; --mark: #1f5fae; --tick: #a84a00; --tint: #f3f3f3; } body { font-size: 10.5pt; } main { max-width: none; padding: 0; } .skip, form, nav { display: none !important; } .wide { overflow: visible; } table { font-size: 9pt; } h2 { break-after: avoid; } tr, figure, .answer { break-inside: avoid; } pre.text { max-height: none; } svg.whiskers, .ends { width: 10rem; } #list { min-width: 0; } * { print-color-adjust: exact; } }
`.trim();
