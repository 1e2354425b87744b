/** A level or label with what a prompt says of it and the other words it may be answered with. */
export type Level = { readonly label: string | number; readonly description?: string; readonly synonyms?: readonly string[] };

/** Z: what a verdict can be. Levels run from worst to best. */
export type VerdictSpace =
  | { readonly kind: 'binary'; readonly pass: Level; readonly fail: Level }
  | {
      readonly kind: 'ordinal';
      readonly levels: readonly Level[];
      readonly better?: 'higher' | 'lower';
      readonly unit?: 'percent';
    }
  | {
      readonly kind: 'interval';
      readonly min: number;
      readonly max: number;
      readonly better: 'higher' | 'lower';
      readonly unit?: 'percent';
    }
  | { readonly kind: 'preference'; readonly ties: boolean }
  | { readonly kind: 'categorical'; readonly labels: readonly Level[] };
export type VerdictSpaceKind = VerdictSpace['kind'];
