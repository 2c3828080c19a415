/** Every operation of approvals and of policies, which destinations are part of, as requests that would do something. */
import { ownPath } from '../lib/api/own-row'
import { consoleOperationNames, consoleRow } from '../lib/features/operations'
import type { Environment } from '../lib/provider/environments'
import { profiles } from '../lib/sandbox/seed/parties'

const order = { side: 'BUY', market: 'ETHUSD', type: 'MARKET', quote_amount: '300000' }
export const largeOrder = { path: `profiles/${profiles[0].id}/orders`, body: order }
const profile = { profile_id: profiles[0].id }

/** By the name of their schema. */
const bodies = (digest: string): Record<string, object> => ({
  NewDecision: { kind: 'approve', digest },
  RequestToWeigh: { operation: 'createOrder', path: profile, body: order },
  NewPolicy: { rules: [], stand_ins: [], destinations: [{ environment: 'sandbox', to: 'profile p-1', name: 'Desk' }] },
})

/** @param intent what waits, as whoever decides saw it */
export const approvalRequests = (environment: Environment, intent: { id: string; digest: string }) =>
  consoleOperationNames.flatMap((name) => {
    const row = consoleRow(name)
    const [place] = row.path.split('/')
    if (place !== 'approvals' && place !== 'policies' && !row.path.endsWith('/decisions')) return []
    const id = place === 'policies' ? '1' : intent.id
    const json = row.body ? bodies(intent.digest)[row.body] : {}
    if (!json) throw new Error(`${name} needs a body.`)
    const init = row.method === 'GET' ? {} : { method: row.method, json }
    return [{ name, roles: row.roles, path: ownPath(environment, consoleRow(name), { id } as never), init }]
  })
