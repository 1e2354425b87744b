/**
 * What a licence lets one do, in a word: `open` (use, also commercial, within its conditions), `non-commercial`, `ask` (its authors ask something of
 * its users, or want to be asked), `none found`.
 */
export type LicenceLight = 'open' | 'non-commercial' | 'ask' | 'none found';

export type Licence = { readonly name: string; readonly light: LicenceLight; readonly note?: string };

/** A file as its publisher has it, at one commit of a GitHub repository, with the sum of its bytes. */
export type PublishedFile = {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  /** Path under the set's folder, with `/`. */
  readonly to: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** Who published a set, under what licence, and its files. */
export type PublicSource = {
  readonly title: string;
  /** The folder that `assize data pull` makes, under `data/`. */
  readonly folder: string;
  readonly licence: Licence;
  /** What the set's authors ask of its users, said each time it is read. */
  readonly terms?: string;
  /** The page of the set, for people. */
  readonly home: string;
  /** Empty where the files were not at hand when the preset was written: they are to be fetched by hand from `home`. */
  readonly files: readonly PublishedFile[];
};
