import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadConfig, parseConfig, type LoadedConfig } from '../../config/load.ts';
import { resolveJudge } from '../../config/resolve-judge.ts';
import type { JudgeSpec } from '../../judge/spec.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import type { CliContext } from '../main.ts';
import { megabytes } from '../output/fetch-progress.ts';
import { printJson, type SharedOptions } from './options.ts';

/** One thing looked at: `ok`, worth knowing (`note`), or in the way of work (`fault`) with what to do. */
type Check = { readonly name: string; readonly state: 'ok' | 'note' | 'fault'; readonly message: string };

/** `assize doctor`: looks at everything that a run needs, makes no model call, and says what to do. Exit 2 where something is in the way. */
export async function doctorCommand(given: unknown, context: CliContext): Promise<number> {
  const options = given as SharedOptions;
  const checks: Check[] = [nodeCheck()];
  const file = path.resolve(context.cwd, options.config);
  let loaded: LoadedConfig | undefined;
  if (existsSync(file)) {
    loaded = await guarded(
      checks,
      'configuration',
      () => loadConfig(file),
      (config) =>
        `${config.file}: ${Object.keys(config.config.judges).length} judges, ${Object.keys(config.config.datasets).length} data sets`,
    );
  } else
    checks.push({
      name: 'configuration',
      state: 'note',
      message: `no ${options.config} here. Run "assize init" to begin, or name one with --config.`,
    });
  const workspace = openWorkspace(loaded ?? parseConfig('version: 1', file), {
    env: context.env,
    ...(loaded === undefined && { store: 'memory' as const }),
  });
  try {
    const store = await guarded(
      checks,
      'store',
      () => workspace.store(),
      () => (loaded === undefined ? 'not looked at without a configuration' : workspace.storeFile),
    );
    if (loaded !== undefined && store !== undefined) await judgeChecks(checks, loaded, await workspace.models());
    await localModelChecks(checks, context);
  } finally {
    await workspace.close();
  }
  const faults = checks.filter(({ state }) => state === 'fault');
  if (options.json === true) printJson({ checks }, context);
  else {
    for (const { name, state, message } of checks)
      context.stdout.write(`${state === 'ok' ? 'ok   ' : state === 'note' ? 'note ' : 'FAULT'} ${name}: ${message}\n`);
    context.stdout.write(faults.length === 0 ? '\nNothing is in the way.\n' : `\n${faults.length} in the way.\n`);
  }
  return faults.length === 0 ? 0 : 2;
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  return {
    name: 'Node',
    state: fits ? 'ok' : 'fault',
    message: fits ? process.versions.node : `expected 20.19 or newer, got ${process.versions.node}. Install a newer Node.`,
  };
}

async function judgeChecks(
  checks: Check[],
  loaded: LoadedConfig,
  models: Awaited<ReturnType<ReturnType<typeof openWorkspace>['models']>>,
): Promise<void> {
  for (const name of Object.keys(loaded.config.judges)) {
    const judge = await guarded(
      checks,
      `judge ${name}`,
      async () => {
        const resolved = await resolveJudge(loaded, name);
        const ids = modelsOf(resolved.spec);
        models.checkKeys(ids);
        for (const id of ids) models.endpoint(id.slice(0, id.indexOf(':')));
        return ids;
      },
      (ids) => (ids.length === 0 ? 'needs no model' : ids.join(', ')),
    );
    if (judge === undefined) continue;
  }
}

/** Models of a judge and of the judges inside it. */
export function modelsOf(spec: JudgeSpec): string[] {
  const members = spec.harness.strategy['members'];
  const inner = Array.isArray(members) ? members.flatMap((member) => modelsOf(member as JudgeSpec)) : [];
  return [...new Set([...(spec.model === undefined ? [] : [spec.model.id]), ...inner])];
}

async function localModelChecks(checks: Check[], context: CliContext): Promise<void> {
  const { listWeights } = await import('../../model/local/weights/list-weights.ts');
  for (const { name, bytes, present, path: file, isDefault } of await listWeights({ env: context.env })) {
    if (present) checks.push({ name: `local:${name}`, state: 'ok', message: file });
    else if (isDefault)
      checks.push({
        name: `local:${name}`,
        state: 'note',
        message: `not here yet (${megabytes(bytes)}). It is fetched when first used; or run "assize models pull local:${name}".`,
      });
  }
}

async function guarded<T>(
  checks: Check[],
  name: string,
  look: () => Promise<T>,
  told: (value: T) => string,
): Promise<T | undefined> {
  try {
    const value = await look();
    checks.push({ name, state: 'ok', message: told(value) });
    return value;
  } catch (error) {
    checks.push({ name, state: 'fault', message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) });
    return undefined;
  }
}
