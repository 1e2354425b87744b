import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { httpTransport, type HttpOutcome, type Transport } from './transport.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

function serve(listener: RequestListener): Promise<number> {
  return listening(createServer(listener));
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

function transportWith(env: Record<string, string> = {}): Transport {
  const transport = httpTransport(env);
  open.push(() => transport.close());
  return transport;
}

function post(transport: Transport, url: string, timeoutMs = 5000): Promise<HttpOutcome> {
  return transport.post({ url, headers: {}, body: '{}', timeoutMs, signal: new AbortController().signal });
}

function textOf(outcome: HttpOutcome): string {
  return outcome.ended === 'answered' ? `${outcome.status} ${outcome.body.toString()}` : JSON.stringify(outcome.ended);
}

test('bodies compressed without being asked for', async () => {
  const bodies: Record<string, Buffer> = {
    gzip: gzipSync('ก gzip'),
    br: brotliCompressSync('ก br'),
    deflate: deflateSync('ก deflate'),
    identity: Buffer.from('ก identity'),
    zstd: Buffer.from('?'),
  };
  const port = await serve((request, response) => {
    const encoding = (request.url ?? '').slice(1);
    response.writeHead(200, { 'content-encoding': encoding });
    response.end(bodies[encoding]);
  });
  const transport = transportWith();
  const seen = [];
  for (const encoding of Object.keys(bodies)) seen.push(textOf(await post(transport, `http://127.0.0.1:${port}/${encoding}`)));
  expect(seen).toEqual(['200 ก gzip', '200 ก br', '200 ก deflate', '200 ก identity', '"lost"']);
});

test('a body in many pieces, its characters whole', async () => {
  const bytes = Buffer.from('👩🏽‍⚖️ ประโยค');
  const port = await serve(async (_request, response) => {
    for (const byte of bytes) {
      response.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  expect(textOf(await post(transportWith(), `http://127.0.0.1:${port}/`))).toBe('200 👩🏽‍⚖️ ประโยค');
});

test('a proxy is used, but not for loopback nor where NO_PROXY names the host', async () => {
  const seen: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    seen.push(`${request.method} ${request.url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const proxyPort = await listening(proxy);
  const direct = await serve((_request, response) => response.end('direct'));
  const transport = transportWith({ HTTP_PROXY: `http://127.0.0.1:${proxyPort}`, NO_PROXY: 'inside.invalid' });
  expect(textOf(await post(transport, `http://127.0.0.1:${direct}/`))).toBe('200 direct');
  expect(textOf(await post(transport, 'http://inside.invalid/'))).toBe('"lost"');
  expect(seen).toEqual([]);
  expect(textOf(await post(transport, 'http://outside.invalid/v1'))).toBe('"lost"');
  expect(seen).toEqual(['CONNECT outside.invalid:80']);
});

test('time runs out while waiting, and in the middle of a body', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/half') response.write('half');
  });
  const transport = transportWith();
  expect(await post(transport, `http://127.0.0.1:${port}/`, 50)).toEqual({ ended: 'timed-out', sent: true });
  expect(await post(transport, `http://127.0.0.1:${port}/half`, 50)).toEqual({ ended: 'timed-out', sent: true });
});

test('closing ends what is under way', async () => {
  const port = await serve(() => undefined);
  const transport = httpTransport({});
  const pending = post(transport, `http://127.0.0.1:${port}/`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await transport.close();
  await transport.close();
  expect(textOf(await pending)).toBe('"lost"');
});
