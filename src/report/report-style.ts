/** The report's style: readable at any width, in light and dark. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1c2127; --paper: #fff; --quiet: #5f6b7c; --line: #d3d8de; --mark: #215db0; --tick: #c05600; --tint: #f3f6fa; }
@media (prefers-color-scheme: dark) { :root { --ink: #e5e8eb; --paper: #15191e; --quiet: #9aa5b1; --line: #38414c; --mark: #8abbff; --tick: #fbb360; --tint: #1e242b; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
.answer { background: var(--tint); border-left: 4px solid var(--mark); padding: .5rem 1.25rem; font-size: 1.1rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .875rem; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 600; } details { margin: .75rem 0; } summary { cursor: pointer; font-weight: 600; }
figure { margin: 1rem 0; } figcaption { color: var(--quiet); font-size: .875rem; } svg { width: 100%; height: auto; font-size: 12px; }
svg text { fill: var(--ink); } svg .quiet { fill: var(--quiet); } svg .grid { stroke: var(--line); } svg .interval { stroke: var(--mark); stroke-width: 3; }
svg circle { fill: var(--mark); } svg .baseline { stroke: var(--tick); stroke-width: 3; }
`.trim();
