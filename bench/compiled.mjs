// Runs a TypeScript bench: `node bench/compiled.mjs bench/local-model.ts [ARGUMENTS]`. The program is bundled, its packages are not.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const [source, ...rest] = process.argv.slice(2);
if (source === undefined) throw new Error('bench/compiled.mjs: expected a TypeScript file, got none.');
const file = path.join(root, 'node_modules', '.cache', 'assize-bench', `${path.basename(source, '.ts')}.mjs`);
await build({
  input: path.resolve(source),
  external: /^[^./]/u,
  platform: 'node',
  output: { file, format: 'esm', codeSplitting: false },
  logLevel: 'warn',
});
process.argv = [process.argv[0], file, ...rest];
await import(pathToFileURL(file).href);
