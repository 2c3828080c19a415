/** What the tests of sign-in share: a browser without a page, and a company's identity provider. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NextRequest } from 'next/server'
import { OAuth2Server } from 'oauth2-mock-server'
import type { Console } from '../../console/console'
import { addressHeader } from './client-address'

export const sessionName = 'mintdesk.session-token'

/** A browser that keeps the cookies it is given. @param address where its requests come from */
export function createBrowser(console: () => Console, address = '192.0.2.1') {
  const cookies = new Map<string, string>()
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return answer
  }
  /** Requests a path below /api/auth: with GET, or a form with POST. */
  const ask = async (path: string, fields?: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = fields && new URLSearchParams(fields)
    const request = new NextRequest(`http://localhost:3000/api/auth/${path}`, {
      headers: { cookie: header(), [addressHeader]: address, ...headers },
      ...(body && { method: 'POST', body }),
    })
    const nextauth = request.nextUrl.pathname.split('/').slice(3)
    return keep(await console().http.signIn(request, { params: Promise.resolve({ nextauth }) }))
  }
  /** Posts a form with next-auth's token. */
  const post = async (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const { csrfToken } = await (await ask('csrf')).json()
    return ask(path, { ...fields, csrfToken, json: 'true' }, headers)
  }
  const demo = (username: string, password = 'demo') => post('callback/demo', { username, password })
  /** The address at the provider where company sign-in starts. */
  const start = async (query = '') => new URL((await (await post(`signin/oidc${query}`)).json()).url)
  /** Signs in through the provider, which asks nothing. @returns where the console leads afterwards */
  const company = async () => {
    const { headers } = await fetch(await start(), { redirect: 'manual' })
    const callback = headers.get('location')?.split('/api/auth/')[1] ?? ''
    return (await ask(callback)).headers.get('location')
  }
  const sessionCookie = () => `${sessionName}=${cookies.get(sessionName)}`
  return { cookies, header, keep, ask, post, demo, start, company, sessionCookie }
}

/** An identity provider on this machine that asks nothing, and what tests change and see of it. */
export async function startIdentityProvider() {
  const { issuer, service } = new OAuth2Server()
  await issuer.keys.generate('RS256')
  const provider = {
    url: '',
    service,
    /** Claims of the next ID tokens. */
    claims: {} as Record<string, unknown>,
    /** Headers of its answers. */
    headers: {} as Record<string, string>,
    /** Sent in place of every answer. */
    body: undefined as Buffer | undefined,
    isDown: false,
    /** Paths that were requested. */
    requested: [] as string[],
    count: (path: string) => provider.requested.filter((one) => one === path).length,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    provider.requested.push(String(request.url).split('?')[0] ?? '')
    if (provider.isDown) return response.writeHead(503).end()
    response.setHeaders(new Map(Object.entries(provider.headers)))
    if (provider.body) return response.end(provider.body)
    return service.requestHandler(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  issuer.url = provider.url
  service.on('beforeTokenSigning', ({ payload }) => Object.assign(payload, provider.claims))
  return provider
}

export type IdentityProviderDouble = Awaited<ReturnType<typeof startIdentityProvider>>
