// What is compared with: an undici pool that sends N requests, W at a time, parses the answers and keeps nothing. Usage: node bare-pool.mjs PORT N W.
import { Pool } from 'undici';

const [port, total, width] = process.argv.slice(2).map(Number);
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: width, pipelining: 1 });
const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Judge the output. '.repeat(20) }] });
let sent = 0;
const started = performance.now();
await Promise.all(
  Array.from({ length: width }, async () => {
    while (sent < total) {
      sent += 1;
      const { body: answer } = await pool.request({
        path: '/v1/chat/completions',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await answer.json();
    }
  }),
);
console.log(JSON.stringify({ rate: total / ((performance.now() - started) / 1000) }));
await pool.close();
