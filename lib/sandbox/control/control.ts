/**
 * Control: the admin API of the sandbox, for tests and demos. It creates clients, sets clocks and stress switches, and lists the
 * requests that arrived. JSON only, Host checked, a header with SANDBOX_CONTROL_TOKEN.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { valuesAt } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import { methodRefused } from '../handlers'
import { jsonOf, type Reply } from '../wire'
import { type ControlDependencies, type Endpoint, endpoint } from './endpoint'
import { clientEndpoints, recordEndpoints, switchEndpoints } from './endpoints'

const overview = endpoint('GET', '/control', 'What there is.', {}, () => ({ body: { control: says } }))

const rows: readonly Endpoint[] = [overview, ...clientEndpoints, ...switchEndpoints, ...recordEndpoints]
const says = rows.map(({ method, path, does }) => ({ method, path, does }))

const refused = (title: string, detail: string) => new ProblemError(403, 'not-permitted', title, { detail })

/** Whether a Host header names this machine or the address of the connection. */
function isOwnHost(host: string, { socket }: IncomingMessage, listening: string | undefined): boolean {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d+)?$/i.exec(host) ?? []
  const bare = name.replace(/^\[|\]$/g, '').toLowerCase()
  const local = (socket.localAddress ?? '').replace(/^::ffff:/, '')
  return bare !== '' && (/^(localhost|127(\.\d{1,3}){3}|::1)$/.test(bare) || bare === local || bare === listening)
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Requires the token. The Host check prevents DNS rebinding by web pages.
 */
function guard(request: IncomingMessage, { control }: ControlDependencies): void {
  if (!isOwnHost(request.headers.host ?? '', request, control.host))
    throw refused('Control does not accept this Host.', 'Use localhost or the address that the sandbox listens on.')
  // Not hidden behind a 404: CONTRIBUTING.md documents control, and the operator must learn what is missing.
  if (control.token === undefined)
    throw refused(
      'Control is disabled.',
      'Start the sandbox with SANDBOX_CONTROL_TOKEN of at least 16 characters to enable it.',
    )
  const given = request.headers['x-sandbox-control-token']
  if (typeof given !== 'string' || !timingSafeEqual(digest(given), digest(control.token)))
    throw refused('Control requires its token.', 'Send SANDBOX_CONTROL_TOKEN in the header x-sandbox-control-token.')
}

/**
 * Answers a request to `/control`.
 * @throws ProblemError 403 without the token, 404 and 405 for an unknown endpoint, and the errors of the endpoint
 */
export async function answerControl(
  request: IncomingMessage,
  segments: readonly string[],
  query: URLSearchParams,
  dependencies: ControlDependencies,
): Promise<Reply> {
  guard(request, dependencies)
  const found = rows.flatMap((row) => {
    const path = valuesAt(row.path.split('/').slice(1), segments)
    return path ? [{ row, path }] : []
  })
  const asked = found.find(({ row }) => row.method === request.method)
  if (!asked) {
    if (found.length === 0)
      throw new ProblemError(404, 'not-found', 'Control has no such path.', {
        detail: 'GET /control lists its endpoints.',
      })
    throw methodRefused(
      request.method,
      found.map(({ row }) => row.method),
    )
  }
  const { row, path } = asked
  const body = row.method === 'POST' || row.method === 'PUT' ? await jsonOf(request) : undefined
  const { status = 200, body: answer } = row.answer({ path, query, body }, dependencies)
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
}
