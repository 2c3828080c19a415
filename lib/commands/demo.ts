/**
 * Fills a new demo as if its people had worked there already: the profiles have names, and there are a fiat account, a rule
 * and orders, one of them without an answer. All goes through the console's own API, signed in as the demo user treasury.
 */
import type { NewFiatAccount } from '../api/provider/fiat-accounts'
import { pathOf, rowOf, type WriteName } from '../api/provider/operations'
import type { NewOrder } from '../api/provider/orders'
import type { NewRule } from '../api/provider/rules'
import { profiles } from '../sandbox/seed/parties'

const { DEMO_ADDRESS = '', NEXTAUTH_URL = '', SANDBOX_BASE_URL = '', SANDBOX_CONTROL_TOKEN = '' } = process.env
const { origin } = new URL(NEXTAUTH_URL)

const cookies = new Map<string, string>()

/** A request as the console's pages make it; 504 means that its outcome is unknown. @throws Error if it is refused */
async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await fetch(DEMO_ADDRESS + path, {
    redirect: 'manual',
    ...init,
    headers: { cookie, origin, ...init.headers },
  })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  if (answer.status >= 400 && answer.status !== 504) throw new Error(`${path} was answered with ${answer.status}.`)
  return answer
}

const json = (method: string, body: object) => ({
  method,
  headers: { 'content-type': 'application/json', 'x-mintdesk-intent': crypto.randomUUID() },
  body: JSON.stringify(body),
})

async function signIn(): Promise<void> {
  const { csrfToken } = (await (await send('/api/auth/csrf')).json()) as { csrfToken: string }
  const fields = { csrfToken, username: 'treasury', password: 'demo', json: 'true' }
  await send('/api/auth/callback/demo', { method: 'POST', body: new URLSearchParams(fields) })
}

const write = (name: WriteName, body: object, path: Record<string, string> = {}) =>
  send(`/api/sandbox${pathOf(name, path)}`, json(rowOf(name).method, body))

const order = (profile: { id: string }, body: NewOrder) => write('createOrder', body, { profile_id: profile.id })

/** The service does the next order's work and hangs up, once. */
async function loseNextAnswer(): Promise<void> {
  await fetch(`${SANDBOX_BASE_URL}/control/clients/demo-client/stress`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-sandbox-control-token': SANDBOX_CONTROL_TOKEN },
    body: JSON.stringify({ drop: [{ operation: 'createOrder', times: 1 }] }),
  })
}

const [main, minting, , , exchange] = profiles

const supplier: NewFiatAccount = {
  ref_id: 'harbour-payments',
  fiat_account_owner: {
    institution_details: {
      name: 'Harbour Payments Ltd',
    },
  },
  fiat_network_instructions: {
    wire: {
      account_number: '4415092716',
      fiat_account_owner_address: { country: 'US', address1: '88 Pier Street', city: 'Boston', province: 'MA' },
      routing_details: {
        routing_number_type: 'ABA',
        routing_number: '011000015',
        bank_name: 'First Harbour Bank',
        bank_address: { country: 'US', city: 'Boston', province: 'MA', zip_code: '02110' },
      },
    },
  },
  metadata: { purpose: 'supplier' },
}

const mint: NewRule = {
  ref_id: 'mint-usdg-from-wires',
  profile_id: minting.id,
  source_asset: 'USD',
  destination_asset: 'USDG',
  nickname: 'Mint USDG from wires',
  source: { fiat: { network: 'WIRE', account_type: 'ABA' } },
}

await signIn()
for (const { id, name } of profiles)
  await send('/api/sandbox/presets?kind=profile', json('PUT', { key: id, value: name }))
await write('createFiatAccount', supplier)
await write('createRule', mint)
await order(main, { side: 'BUY', market: 'ETHUSD', type: 'MARKET', quote_amount: '50000', await_fill_millis: 2_000 })
await order(exchange, { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: '1.25', price: '250000' })
await loseNextAnswer()
await order(main, { side: 'SELL', market: 'BTCUSD', type: 'MARKET', base_amount: '0.75' })
