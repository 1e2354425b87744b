#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

// What is in flight outlives two collections of the young generation; by default V8 lets such garbage grow to four times what lives before it looks.
setFlagsFromString('--heap-growing-percent=100');

const main = new URL('../dist/cli.js', import.meta.url);
if (existsSync(main)) {
  const { main: run } = await import(main.href);
  await run(process.argv.slice(2));
} else {
  process.stderr.write('assize: expected the built program in dist/, got none. Run "npm run build".\n');
  process.exitCode = 2;
}
