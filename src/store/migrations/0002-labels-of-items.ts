import type { Migration } from './migration.ts';

/** What each rater said of a run's item. Runs of before have none. */
export const labelsOfItems: Migration = {
  number: 2,
  statements: ({ schema }) => [schema.alterTable('run_items').addColumn('labels', 'text')],
};
