/** The first sentence of what a preset handles, where its files were not at hand when it was written. */
export const unseenFiles =
  'Written by the published layout: the files were not at hand, so it was tested on made-up rows alone. Look at --dry-run before you trust it.';
