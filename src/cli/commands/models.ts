import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseConfig } from '../../config/load.ts';
import { ModelError, type ModelReply, type ModelRequest } from '../../model/language-model.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import type { CliContext } from '../main.ts';
import { fetchProgress, megabytes } from '../output/fetch-progress.ts';
import { table } from '../output/table.ts';
import { configOf, printJson, type SharedOptions } from './options.ts';

/** `assize models list`: the named local models, their licences, and which are here. */
export async function listModels(given: unknown, context: CliContext): Promise<number> {
  const { listWeights } = await import('../../model/local/weights/list-weights.ts');
  const models = await listWeights({ env: context.env });
  if ((given as SharedOptions).json === true) printJson({ models }, context);
  else {
    const rows = models.map((model) => [
      `local:${model.name}`,
      megabytes(model.bytes),
      model.licence,
      model.present ? 'here' : 'not here',
      model.isDefault ? 'default' : '',
      model.source,
    ]);
    context.stdout.write(
      `${table(['model', 'size', 'licence', '', '', 'source'], rows, context.stdout)}\n\nAny local:PATH.gguf or local:hf:ORG/REPO/FILE works too, and ENDPOINT:MODEL for endpoints.\n`,
    );
  }
  return 0;
}

/** `assize models pull`: fetches a local model's file; Ctrl-C leaves what came, and the next pull goes on. */
export async function pullModel(name: string, given: unknown, context: CliContext): Promise<number> {
  const options = given as SharedOptions;
  const { pullWeights } = await import('../../model/local/weights/list-weights.ts');
  const abort = new AbortController();
  const interrupt = (): void => abort.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    const weights = await pullWeights(name, {
      env: context.env,
      base: context.cwd,
      signal: abort.signal,
      ...(options.quiet !== true && { onEvent: fetchProgress(context.stderr) }),
    });
    if (options.json === true) printJson(weights, context);
    else if (options.quiet !== true)
      context.stdout.write(
        `${weights.id} is here: ${weights.path} (${megabytes(weights.bytes)}${weights.licence === undefined ? '' : `, ${weights.licence}`}).\n`,
      );
    return 0;
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    context.stderr.write(`Interrupted. Run "assize models pull ${name}" again: it goes on where it stopped.\n`);
    return 130;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

/** `assize models probe`: one short question, with a schema and token probabilities asked for; tells what came of each. */
export async function probeModel(id: string, given: unknown, context: CliContext): Promise<number> {
  const options = given as SharedOptions;
  const file = path.resolve(context.cwd, options.config);
  const loaded = existsSync(file) ? await configOf(options, context) : parseConfig('version: 1', file);
  const workspace = openWorkspace(loaded, { env: context.env, ...(existsSync(file) ? {} : { store: 'memory' as const }) });
  try {
    const models = await workspace.models();
    models.checkKeys([id]);
    const model = await models.resolve(id);
    const messages = [
      {
        role: 'user' as const,
        content: 'Is 2 + 2 equal to 4? Answer with the JSON object {"verdict": "yes"} or {"verdict": "no"}.',
      },
    ];
    const schema = {
      name: 'verdict',
      schema: {
        type: 'object',
        properties: { verdict: { enum: ['yes', 'no'], type: 'string' } },
        required: ['verdict'],
        additionalProperties: false,
      },
    };
    const structured = await attempt({ messages, maxTokens: 64, temperature: 0, seed: 1, schema });
    const probable = await attempt({
      messages: [{ role: 'user', content: 'Is 2 + 2 equal to 4? Answer yes or no, one word.' }],
      maxTokens: 4,
      temperature: 0,
      seed: 1,
      logprobs: { menu: ['yes', 'no'] },
    });
    const shown = {
      model: id,
      answers: structured.ok || probable.ok,
      structured: structured.ok ? (structured.reply.structured ?? null) : null,
      logProbabilities:
        probable.ok && (probable.reply.menuProbabilities !== undefined || (probable.reply.logprobs?.length ?? 0) > 0),
      contextTokens: model.traits.contextTokens ?? null,
      price: model.traits.price ?? null,
      latencyMs: structured.ok ? Math.round(structured.reply.latencyMs) : null,
      warnings: [
        ...new Set([structured, probable].flatMap((outcome) => (outcome.ok ? outcome.reply.warnings : [outcome.message]))),
      ],
    };
    if (options.json === true) printJson(shown, context);
    else
      for (const [name, value] of Object.entries(shown))
        context.stdout.write(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}\n`);
    return shown.answers ? 0 : 3;

    async function attempt(request: ModelRequest): Promise<{ ok: true; reply: ModelReply } | { ok: false; message: string }> {
      for (;;) {
        try {
          return { ok: true, reply: await model.generate(request, { signal: AbortSignal.timeout(120_000) }) };
        } catch (error) {
          if (error instanceof ModelError && error.steppedDown === true) continue;
          if (error instanceof ModelError) return { ok: false, message: error.message };
          throw error;
        }
      }
    }
  } finally {
    await workspace.close();
  }
}
