import { AssizeError, describe } from '../../core/errors.ts';
import type { SpaceView } from '../../core/space-view.ts';
import type { Dataset, MappedEntry } from '../dataset.ts';
import type { MappedRow } from '../mapping/row-mapper.ts';
import { rowHashes } from '../row-index.ts';
import type { RaterLabel } from '../row.ts';
import { consensusOf, type Consensus } from './consensus.ts';
import { checkRule, ruleOf, type Label, type RatersSpec } from './consensus-rule.ts';
import { LabelTableBuilder, labelsOf, type LabelTable } from './label-table.ts';

/** What several raters came to, once the data was read. */
export type RatedLabels = { readonly spec: RatersSpec; readonly table: LabelTable; readonly consensus: Consensus };

type RatedOptions = {
  /** The space that labels are of; without it they are compared as they stand. */
  readonly view?: SpaceView;
};

/**
 * A data set in which several rows of one id, each with its rater, are one item: gold is the consensus, and every rater's own label stands beside it
 * (`row.labels`). The rows are read once more, before the first entry, since a consensus may need all of them.
 *
 * An item is what its first good row says; other rows are checked against it and left out. Bad: a row without a rater, with a label that is off the menu, with
 * another text or language under the same id, and a rater's second label (unless `repeats: last`). A row without gold is a rater who saw the item and said
 * nothing. Keeps every label, rationale and id in memory.
 */
export function ratedDataset(dataset: Dataset, spec: RatersSpec, { view }: RatedOptions = {}): Dataset {
  const place = `${dataset.name}.raters`;
  checkRule(ruleOf(spec.consensus), view, `${place}.consensus`);
  let rated: RatedRows | undefined;
  return {
    ...dataset,
    raters: () => rated?.labels,
    async *entries(file, signal) {
      rated ??= await RatedRows.read(dataset, spec, { view, place, signal });
      for await (const batch of dataset.entries(file, signal)) {
        const entries = batch.flatMap((entry) => (rated as RatedRows).entry(entry));
        if (entries.length > 0) yield entries;
      }
    },
  };
}

type Item = { readonly number: number; readonly first: MappedRow; readonly at: string; readonly rationales: Map<number, string> };

class RatedRows {
  readonly labels: RatedLabels;
  readonly #items: ReadonlyMap<string, Item>;
  readonly #bad: ReadonlyMap<string, string>;

  private constructor(labels: RatedLabels, items: ReadonlyMap<string, Item>, bad: ReadonlyMap<string, string>) {
    this.labels = labels;
    this.#items = items;
    this.#bad = bad;
  }

  static async read(
    dataset: Dataset,
    spec: RatersSpec,
    { view, place, signal }: { view: SpaceView | undefined; place: string; signal: AbortSignal | undefined },
  ): Promise<RatedRows> {
    const gathering = new Gathering(view, spec.repeats === 'last');
    for (let file = 0; file < dataset.files.length; file += 1)
      for await (const batch of dataset.entries(file, signal)) for (const entry of batch) gathering.take(entry);
    const table = gathering.builder.build(view);
    const consensus: Consensus =
      table.items.length === 0
        ? { items: [] }
        : consensusOf(table, ruleOf(spec.consensus), {
            place,
            ...(view !== undefined && { view }),
            ...(spec.least !== undefined && { least: spec.least }),
          });
    return new RatedRows({ spec, table, consensus }, gathering.items, gathering.bad);
  }

  /** The entry as a reader of items meets it: nothing for a row whose item has come. */
  entry(entry: MappedEntry): MappedEntry[] {
    if (!('row' in entry)) return [entry];
    const at = placeOf(entry);
    const { row, ...origin } = entry;
    const reason = this.#bad.get(at);
    if (reason !== undefined) return [{ ...origin, bad: reason }];
    const item = this.#items.get(row.item.id);
    if (item === undefined)
      throw new AssizeError(
        'data',
        `${entry.source.file}:${entry.source.line}: expected the row that was read before, got another: the file changed while it was being read. Run again.`,
      );
    return item.at === at ? [{ ...origin, row: this.#itemRow(item) }] : [];
  }

  #itemRow({ first, number, rationales }: Item): MappedRow {
    const { table, consensus } = this.labels;
    const { gold: _gold, rater: _rater, rationale: _rationale, ...shared } = first;
    const labels = labelsOf(table, number).map(({ rater, code }): RaterLabel => {
      const rationale = rationales.get(rater);
      return {
        rater: table.raters[rater] as string,
        label: table.values[code] as Label,
        ...(rationale !== undefined && { rationale }),
      };
    });
    const decided = consensus.items[number];
    if (decided === undefined || 'none' in decided) return { ...shared, labels };
    const rationale = labels.find((label) => label.label === decided.value && label.rationale !== undefined)?.rationale;
    return { ...shared, gold: decided.value, ...(rationale !== undefined && { rationale }), labels };
  }
}

/** Takes the rows of all files, and finds those that are bad. */
class Gathering {
  readonly builder: LabelTableBuilder;
  readonly items = new Map<string, Item>();
  readonly bad = new Map<string, string>();
  readonly #view: SpaceView | undefined;
  readonly #last: boolean;

  constructor(view: SpaceView | undefined, last: boolean) {
    this.builder = new LabelTableBuilder(view);
    this.#view = view;
    this.#last = last;
  }

  take(entry: MappedEntry): void {
    if (!('row' in entry)) return;
    const fault = this.#fault(entry.row, entry);
    if (fault !== undefined) this.bad.set(placeOf(entry), fault);
  }

  #fault(row: MappedRow, entry: MappedEntry): string | undefined {
    const rater = row.rater?.normalize('NFC');
    if (rater === undefined || rater.trim() === '')
      return `rater: expected a name, as the set has raters, got ${describe(row.rater)}.`;
    const admission = row.gold === undefined ? undefined : (this.#view?.admit(row.gold) ?? { ok: row.gold });
    if (admission !== undefined && 'problem' in admission) return `gold: ${admission.message}`;
    const known = this.items.get(row.item.id);
    const difference = known === undefined ? undefined : differenceOf(known.first, row);
    if (difference !== undefined) return difference;
    const place = this.builder.rater(rater);
    if (known !== undefined && row.gold !== undefined && !this.#last && this.builder.has(known.number, place))
      return `rater: expected one label of each rater for an item, got a second of ${JSON.stringify(rater)} for ${JSON.stringify(row.item.id)}. Take the last with raters: { repeats: last }.`;
    const item = known ?? {
      number: this.builder.item(row.item.id),
      first: row,
      at: placeOf(entry),
      rationales: new Map<number, string>(),
    };
    if (known === undefined) this.items.set(row.item.id, item);
    if (admission === undefined) return undefined;
    this.builder.label(item.number, place, admission.ok);
    if (row.rationale === undefined) item.rationales.delete(place);
    else item.rationales.set(place, row.rationale);
    return undefined;
  }
}

/** Why two rows of one id are not one item. */
function differenceOf(first: MappedRow, row: MappedRow): string | undefined {
  const [one, other] = [rowHashes(first).content, rowHashes(row).content];
  if (one[0] === other[0] && one[1] === other[1]) return undefined;
  const keys = ['language', 'output', 'outputA', 'outputB', 'input', 'context', 'reference', 'conversation', 'fields'] as const;
  const key = keys.find((candidate) => JSON.stringify(first.item[candidate]) !== JSON.stringify(row.item[candidate])) ?? 'output';
  return `${key}: expected the same item in every rater's row, got ${describe(row.item[key])} where another row of ${JSON.stringify(row.item.id)} has ${describe(first.item[key])}.`;
}

function placeOf({ file, ordinal }: MappedEntry): string {
  return `${file}:${ordinal}`;
}
