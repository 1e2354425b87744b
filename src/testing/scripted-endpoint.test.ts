import { afterEach, expect, test } from 'vitest';
import { scriptedEndpoint, type Script, type ScriptedEndpoint } from './scripted-endpoint.ts';

const open: ScriptedEndpoint[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((endpoint) => endpoint.close()));
});

async function start(script: Script, options?: { record?: boolean }): Promise<ScriptedEndpoint> {
  const endpoint = await scriptedEndpoint(script, options);
  open.push(endpoint);
  return endpoint;
}

function post(endpoint: ScriptedEndpoint, path: string, body: object): Promise<Response> {
  return fetch(`${endpoint.baseUrl}${path}`, { method: 'POST', body: JSON.stringify(body) });
}

test('a text is a chat completion with a usage', async () => {
  const endpoint = await start(() => 'สวัสดี 👋🏽');
  const response = await post(endpoint, '/chat/completions', { model: 'm' });
  expect(await response.json()).toEqual({
    id: 'chatcmpl-0',
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, message: { role: 'assistant', content: 'สวัสดี 👋🏽' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  });
});

test('the script sees the request, and requests are kept in order', async () => {
  const endpoint = await start(
    ({ index, path, body, headers }) => `${index} ${path} ${String(body?.['model'])} ${String(headers['x-a'])}`,
  );
  await fetch(`${endpoint.baseUrl}/chat/completions`, { method: 'POST', body: '{"model":"a"}', headers: { 'x-a': 'yes' } });
  const second = (await (await post(endpoint, '/chat/completions', { model: 'b' })).json()) as {
    choices: { message: { content: string } }[];
  };
  expect(second.choices[0]?.message.content).toBe('1 /v1/chat/completions b undefined');
  expect(endpoint.requests.map(({ index, text, headers }) => [index, text, headers['x-a']])).toEqual([
    [0, '{"model":"a"}', 'yes'],
    [1, '{"model":"b"}', undefined],
  ]);
  expect(endpoint.count).toBe(2);
});

test('other providers, and a missing usage', async () => {
  const endpoint = await start(() => ({ text: 'ok', usage: null, reasoning: 'why', finish: 'length' }));
  expect(await (await post(endpoint, '/messages', {})).json()).toEqual({
    id: 'msg_0',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [
      { type: 'thinking', thinking: 'why', signature: 's' },
      { type: 'text', text: 'ok' },
    ],
    stop_reason: 'max_tokens',
    stop_sequence: null,
  });
  expect(await (await post(endpoint, '/models/m:generateContent', {})).json()).toEqual({
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'why', thought: true }, { text: 'ok' }] },
        finishReason: 'MAX_TOKENS',
        index: 0,
      },
    ],
  });
});

test('statuses, unknown paths, cuts and a script that throws', async () => {
  const answers = [
    { status: 429, body: { error: { message: 'slow down' } }, headers: { 'retry-after': '2' } },
    { cut: 'before-answer' },
    { cut: 'in-body' },
  ] as const;
  const endpoint = await start(({ index }) => {
    const answer = answers[index];
    if (answer === undefined) throw new Error('no more');
    return answer;
  });
  const limited = await post(endpoint, '/chat/completions', {});
  expect([limited.status, limited.headers.get('retry-after'), await limited.text()]).toEqual([
    429,
    '2',
    '{"error":{"message":"slow down"}}',
  ]);
  await expect(post(endpoint, '/chat/completions', {})).rejects.toThrow('fetch failed');
  const cut = await post(endpoint, '/chat/completions', {});
  await expect(cut.text()).rejects.toThrow('terminated');
  const thrown = await post(endpoint, '/chat/completions', {});
  expect([thrown.status, await thrown.json()]).toEqual([500, { error: { message: 'script: no more' } }]);
  endpoint.script(() => 'x');
  expect((await post(endpoint, '/elsewhere', {})).status).toBe(404);
});

test('a hanging request ends when the endpoint closes; what is in flight is counted', async () => {
  const endpoint = await scriptedEndpoint(() => ({ hang: true }), { record: false });
  const hanging = [1, 2, 3].map(() => post(endpoint, '/chat/completions', {}).catch(() => 'cut'));
  while (endpoint.count < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(endpoint.peakInFlight).toBe(3);
  expect(endpoint.requests).toEqual([]);
  await endpoint.close();
  expect(await Promise.all(hanging)).toEqual(['cut', 'cut', 'cut']);
});
