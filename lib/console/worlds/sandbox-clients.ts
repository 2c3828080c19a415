/** The clients of worlds in the embedded sandbox, made and removed through its control. */

import type { WriteName } from '../../provider/operations'
import { type Control, type ControlAnswer, controlUnreachable } from '../../server/sandbox-control'

/** The beginning of every client's id that belongs to a world. */
const prefix = 'world-'

// Control answers with what it documents.
function answered<Body>({ status, body }: ControlAnswer): Body {
  if (status >= 400) throw controlUnreachable(new Error(`Control answered ${status}.`))
  return body as Body
}

export function createSandboxClients(control: Control) {
  return {
    /** A new client for a world, with its own copy of the seeded records. */
    async make(world: string) {
      const made = await control('POST', '', { id: `${prefix}${world}` })
      const { id, secret } = answered<{ id: string; secret: string }>(made)
      return { clientId: id, clientSecret: secret }
    },
    async remove(world: string): Promise<void> {
      const removed = await control('DELETE', `/${prefix}${world}`)
      // What is gone already need not be removed.
      if (removed.status !== 404) answered(removed)
    },
    /** The sandbox does the work of the world's next such request and hangs up, once. */
    loseNextAnswer: async (world: string, operation: WriteName) =>
      answered(await control('PUT', `/${prefix}${world}/stress`, { drop: [{ operation, times: 1 }] })),
    /** The worlds that have a client. */
    async worlds(): Promise<string[]> {
      const { clients } = answered<{ clients: { id: string }[] }>(await control('GET', ''))
      return clients.flatMap(({ id }) => (id.startsWith(prefix) ? id.slice(prefix.length) : []))
    },
    /** What the profiles of a client are called, by their ids. */
    async profileNames(clientId: string): Promise<ReadonlyMap<string, string>> {
      const found = await control('GET', `/${clientId}/balances`)
      const { balances } = answered<{ balances: { profile_id: string; profile: string }[] }>(found)
      return new Map(balances.map(({ profile_id, profile }) => [profile_id, profile]))
    },
  }
}
