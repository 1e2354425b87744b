import type { OutputColumn, OutputRow } from '../data/output/output-column.ts';
import { resultColumns, resultRows } from '../run/result-rows.ts';
import type { Report, ReportedJudge } from './report-source.ts';

/** A table of the report for other programs. `name` is a file's name without its ending. */
export type ReportTable = {
  readonly name: (typeof reportTableNames)[number];
  readonly columns: readonly OutputColumn[];
  readonly rows: Iterable<OutputRow>;
};

const text = (name: string): OutputColumn => ({ name, type: 'text' });
const number = (name: string): OutputColumn => ({ name, type: 'number' });
const integer = (name: string): OutputColumn => ({ name, type: 'integer' });

/** What every estimate has: an undefined one has a reason and no value. */
const estimateColumns: readonly OutputColumn[] = [
  text('status'),
  number('value'),
  number('low'),
  number('high'),
  number('level'),
  text('method'),
  integer('n'),
  integer('missing'),
  integer('groups'),
  text('reason'),
];

/** The names of all tables, known before there is a report. */
export const reportTableNames = [
  'figures',
  'differences',
  'leniency',
  'groups',
  'confusion',
  'calibration',
  'raters',
  'causes',
  'cost',
  'judgments',
] as const;

/** Every table of the report, each with a row an observation of its kind; the last are the judgments themselves. All are there, with no row where a run has nothing to put in. */
export function reportTables({ judges, differences, run, store }: Report): ReportTable[] {
  const each = (rows: (judge: ReportedJudge) => Iterable<OutputRow>): OutputRow[] =>
    judges.flatMap((judge) => Array.from(rows(judge), (row) => ({ judge: judge.summary.judge, ...row })));
  return [
    {
      name: 'figures',
      columns: [text('judge'), text('figure'), text('language'), ...estimateColumns],
      rows: each(({ summary }) =>
        summary.metrics.map(({ name, group, ...estimate }) => ({ figure: name, language: group, ...estimate })),
      ),
    },
    {
      name: 'differences',
      columns: [text('a'), text('b'), text('figure'), text('language'), ...estimateColumns, number('p'), text('test')],
      rows: differences.map(({ metric, group, ...rest }) => ({ figure: metric, language: group, ...rest })),
    },
    {
      name: 'leniency',
      columns: [text('judge'), text('language'), text('unit'), ...estimateColumns],
      rows: each(({ leniency, leniencyUnit }) =>
        leniency.map(({ group, ...estimate }) => ({ language: group, unit: leniencyUnit, ...estimate })),
      ),
    },
    {
      name: 'groups',
      columns: [text('judge'), text('figure'), text('group'), ...estimateColumns],
      rows: each(({ groups }) => groups.groups.map((one) => ({ figure: groups.metric, ...one }))),
    },
    {
      name: 'confusion',
      columns: [text('judge'), text('gold'), text('verdict'), integer('judgments')],
      // Cells without a judgment have no row.
      rows: each(({ table: { labels, counts, withoutVerdict } }) => [
        ...[...counts]
          .sort(([a], [b]) => a - b)
          .map(([cell, judgments]) => ({
            gold: labels[Math.floor(cell / labels.length)],
            verdict: labels[cell % labels.length],
            judgments,
          })),
        ...labels.flatMap((gold, place) =>
          withoutVerdict[place] === 0 ? [] : [{ gold, verdict: null, judgments: withoutVerdict[place] }],
        ),
      ]),
    },
    {
      name: 'calibration',
      columns: [text('judge'), number('from'), number('to'), number('meanProbability'), ...estimateColumns],
      rows: each(({ calibration }) =>
        (calibration?.curve ?? []).map(({ from, to, meanProbability, rate }) => ({ from, to, meanProbability, ...rate })),
      ),
    },
    {
      name: 'raters',
      columns: [text('judge'), text('first'), text('second'), text('figure'), ...estimateColumns],
      rows: each(raterRows),
    },
    {
      name: 'causes',
      columns: [
        text('judge'),
        text('status'),
        text('cause'),
        integer('judgments'),
        { name: 'languages', type: 'json' },
        text('item'),
        text('message'),
      ],
      rows: each(({ causes }) =>
        causes.map(({ status, cause, count, languages, example }) => ({
          status,
          cause,
          judgments: count,
          languages: Object.fromEntries(languages),
          ...example,
        })),
      ),
    },
    {
      name: 'cost',
      columns: [
        text('judge'),
        ...['judgments', 'calls', 'inputTokens', 'inputTokensUnknown', 'outputTokens', 'outputTokensUnknown'].map(integer),
        number('costUsd'),
        integer('costUnknown'),
        number('paidUsd'),
        { name: 'paidAtLeast', type: 'boolean' },
        ...['latencyMedianMs', 'latency95Ms', 'latencyMostMs'].map(number),
      ],
      rows: each(({ usage, summary }) => [
        {
          judgments: usage.judgments,
          calls: usage.calls,
          inputTokens: usage.inputTokens.sum,
          inputTokensUnknown: usage.inputTokens.unknown,
          outputTokens: usage.outputTokens.sum,
          outputTokensUnknown: usage.outputTokens.unknown,
          costUsd: usage.costUsd.sum,
          costUnknown: usage.costUsd.unknown,
          paidUsd: summary.cost.usd,
          paidAtLeast: summary.cost.atLeast,
          latencyMedianMs: usage.latencyMs?.median,
          latency95Ms: usage.latencyMs?.p95,
          latencyMostMs: usage.latencyMs?.most,
        },
      ]),
    },
    { name: 'judgments', columns: resultColumns, rows: resultRows(store.runs, run) },
  ];
}

function* raterRows({ raters }: ReportedJudge): Generator<OutputRow> {
  if (raters === undefined) return;
  for (const { rater, agreement, kappa } of raters.raters) {
    yield { first: 'judge', second: rater, figure: raters.metric, ...agreement };
    if (kappa !== undefined) yield { first: 'judge', second: rater, figure: 'kappa', ...kappa };
  }
  if (raters.people === undefined) return;
  yield { first: 'any rater', second: 'any rater', figure: raters.metric, ...raters.people.agreement };
  yield { first: 'any rater', second: 'any rater', figure: 'alpha', ...raters.people.alpha };
  yield { first: 'judge', second: 'any rater', figure: raters.metric, ...raters.people.judge };
}
