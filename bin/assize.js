#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/cli.js', import.meta.url);
if (existsSync(main)) {
  const { main: run } = await import(main.href);
  await run(process.argv.slice(2));
} else {
  process.stderr.write('assize: expected the built program in dist/, got none. Run "npm run build".\n');
  process.exitCode = 2;
}
