import { sha256 } from '../core/hash.ts';
import { canonicalJson } from '../core/json.ts';
import { seededRandom } from '../core/random.ts';
import type { CriteriaFile } from '../judge/criteria/criteria-set.ts';
import { createBudget } from '../model/middleware/budget.ts';
import { createLimiter } from '../model/middleware/limit.ts';
import { callPipeline } from '../model/middleware/pipeline.ts';
import { makeCriteria, type CriteriaWish } from '../judge/criteria/make-criteria.ts';
import { isoNow, type Workspace } from './workspace.ts';

/** A criteria set, and the calls that were made for it now; the others had been made before. */
export type MadeCriteria = { readonly set: CriteriaFile; readonly calls: { readonly made: number; readonly cached: number } };

/** Makes a criteria set with a model of the workspace. Calls are kept as any: the same wish again makes none. */
export async function makeCriteriaSet(
  workspace: Workspace,
  wish: CriteriaWish,
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
): Promise<MadeCriteria> {
  const [store, models] = [await workspace.store(), await workspace.models()];
  models.checkKeys([wish.by]);
  const model = await models.resolve(wish.by);
  const { maxConcurrency, retries } = models.endpoint(model.endpoint);
  const invoke = callPipeline({
    model,
    store: store.calls,
    clock: isoNow,
    limiter: createLimiter({ maxConcurrency }),
    budget: createBudget(),
    retries,
    random: seededRandom(1),
  });
  const calls = { made: 0, cached: 0 };
  const set = await makeCriteria(wish, async (request) => {
    const key = sha256(canonicalJson([model.identity, request, 'criteria']).normalize('NFC'));
    const { reply, cached } = await invoke(request, { key, signal, observer: {} });
    calls[cached ? 'cached' : 'made'] += 1;
    return reply;
  });
  return { set, calls };
}
