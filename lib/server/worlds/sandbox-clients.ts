/** The clients of worlds in the embedded sandbox, made and removed through its control. */
import { type Dispatcher, request } from 'undici'
import { ProblemError } from '../../api/problem'
import type { WriteName } from '../../api/provider/operations'

/** The beginning of every client's id that belongs to a world. */
const prefix = 'world-'
/** Milliseconds that control may take: a client's records are copied meanwhile. */
const patience = 15_000

export type ControlAddress = { baseUrl: string; token: string; dispatcher: Dispatcher }

export function createSandboxClients({ baseUrl, token, dispatcher }: ControlAddress) {
  async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown> {
    try {
      const answer = await request(`${baseUrl}/control/clients${path}`, {
        ...{ method, dispatcher, signal: AbortSignal.timeout(patience) },
        headers: { 'x-sandbox-control-token': token, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.body.text()
      // What is gone already need not be removed.
      if (answer.statusCode >= 400 && !(method === 'DELETE' && answer.statusCode === 404))
        throw new Error(`Control answered ${answer.statusCode}.`)
      return JSON.parse(text)
    } catch (cause) {
      throw new ProblemError(503, 'service-failed', 'The built-in sandbox could not be reached.', {
        detail: 'Try again in a few seconds.',
        meta: { answered_by: 'console' },
        cause,
      })
    }
  }

  return {
    /** A new client for a world, with its own copy of the seeded records. */
    async make(world: string) {
      // Control answers with what it documents.
      const { id, secret } = (await ask('POST', '', { id: `${prefix}${world}` })) as { id: string; secret: string }
      return { clientId: id, clientSecret: secret }
    },
    remove: (world: string) => ask('DELETE', `/${prefix}${world}`),
    /** The sandbox does the work of the world's next such request and hangs up, once. */
    loseNextAnswer: (world: string, operation: WriteName) =>
      ask('PUT', `/${prefix}${world}/stress`, { drop: [{ operation, times: 1 }] }),
    /** The worlds that have a client. */
    async worlds(): Promise<string[]> {
      const { clients } = (await ask('GET', '')) as { clients: { id: string }[] }
      return clients.flatMap(({ id }) => (id.startsWith(prefix) ? id.slice(prefix.length) : []))
    },
    /** What the profiles of a client are called, by their ids. */
    async profileNames(clientId: string): Promise<ReadonlyMap<string, string>> {
      const { balances } = (await ask('GET', `/${clientId}/balances`)) as {
        balances: { profile_id: string; profile: string }[]
      }
      return new Map(balances.map(({ profile_id, profile }) => [profile_id, profile]))
    },
  }
}
