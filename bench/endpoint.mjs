// A bare HTTP server that answers every chat completion the same way after a delay, and counts. Usage: node endpoint.mjs DELAY_MS; prints its port.
import http from 'node:http';

const delayMs = Number(process.argv[2] ?? 0);
const body = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '{"reason":"It is so.","verdict":"good"}' } },
  ],
  usage: { prompt_tokens: 120, completion_tokens: 12, total_tokens: 132 },
});
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
let count = 0;
const server = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.url === '/count') {
      response.end(String(count));
      return;
    }
    count += 1;
    const answer = () => response.writeHead(200, headers).end(body);
    if (delayMs === 0) answer();
    else setTimeout(answer, delayMs);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
