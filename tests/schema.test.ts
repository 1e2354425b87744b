import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { configJsonSchema } from '../src/config/known-keys.ts';

const file = fileURLToPath(new URL('../schema/assize.schema.json', import.meta.url));

it('the JSON Schema for editors is the one that the program checks by (UPDATE_SCHEMA=1 writes it)', () => {
  const text = `${JSON.stringify(configJsonSchema(), undefined, 2)}\n`;
  if (process.env['UPDATE_SCHEMA'] === '1') {
    mkdirSync(fileURLToPath(new URL('../schema/', import.meta.url)), { recursive: true });
    writeFileSync(file, text);
  }
  expect(existsSync(file) && readFileSync(file, 'utf8') === text).toBe(true);
});
