/**
 * Reads of the provider, answered before Next sees them. Next takes about a millisecond to route a request, wrap it and
 * write its answer, which is more than all of the proxy's own work on a list.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, type Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ConsoleRequest } from '../auth/request-context'
import { acceptsGzip } from './answer'

/** Whether a request is a read of the provider. Writes go through Next, which reads their bodies. */
export const isRead = ({ method, url = '' }: IncomingMessage) =>
  method === 'GET' && /^\/api\/(?:sandbox|production)\/v2\//.test(url)

function consoleRequest({ method = '', url = '', headers }: IncomingMessage, response: ServerResponse): ConsoleRequest {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  return {
    method,
    // Only path and query are read.
    url: `http://localhost${url}`,
    signal: gone.signal,
    body: null,
    headers: { get: (name) => headers[name]?.toString() ?? null, has: (name) => headers[name] !== undefined },
  }
}

/** Writes a body as fast as it is taken. If it breaks off, or nobody takes it any more, both ends are closed. */
async function write(body: ReadableStream<Uint8Array>, target: Writable): Promise<void> {
  const reader = body.getReader()
  let goOn = () => {}
  for (const event of ['drain', 'close']) target.on(event, () => goOn())
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!target.write(next.value) && !target.destroyed)
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
      if (target.destroyed) return await reader.cancel()
    }
    target.end()
  } catch {
    target.destroy()
  }
}

/** Answers a read as the proxy says. Never throws: an answer that breaks off closes the connection. */
export async function answerRead(
  proxy: (request: ConsoleRequest) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await proxy(consoleRequest(request, response))
  // The browser has gone meanwhile. From Node 24 on, a pipeline to it would throw.
  if (response.destroyed) return body?.cancel()
  const isPacked = body !== null && acceptsGzip(request.headers['accept-encoding']?.toString())
  response.writeHead(status, {
    ...Object.fromEntries(headers),
    vary: 'accept-encoding',
    ...(isPacked && { 'content-encoding': 'gzip' }),
  })
  if (!body) return void response.end()
  if (!isPacked) return write(body, response)
  const packing = createGzip()
  pipeline(packing, response, () => undefined)
  await write(body, packing)
}
