/**
 * Fills a new demo as if its people had worked there already: the profiles have names, and the first work is done. All goes through the console's own API, signed in as the demo user treasury.
 */

import { doFirstWork } from '../features/worlds/first-work'
import { pathOf, rowOf, type WriteName } from '../provider/operations'
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

/** The service does the next such request's work and hangs up, once. */
async function loseNextAnswer(operation: WriteName): Promise<void> {
  await fetch(`${SANDBOX_BASE_URL}/control/clients/demo-client/stress`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-sandbox-control-token': SANDBOX_CONTROL_TOKEN },
    body: JSON.stringify({ drop: [{ operation, times: 1 }] }),
  })
}

await signIn()
for (const { id, name } of profiles)
  await send('/api/sandbox/presets?kind=profile', json('PUT', { key: id, value: name }))
await doFirstWork({ profiles: new Map(profiles.map(({ id, name }) => [id, name])), write, loseNextAnswer })
