/** Spec, "Token request" and "Authentication": RFC 6749 (client credentials) and RFC 6750 (bearer). */
import type { IncomingMessage } from 'node:http'
import { ProblemError } from '../provider/problem'
import type { Row } from '../provider/row'
import type { Token } from '../provider/tokens'
import type { Client, Clients, Holder } from './clients'
import type { Tenant, Tenants } from './tenants'
import { bodyOf, mediaTypeOf, type Reply } from './wire'

const realm = 'mintdesk-sandbox'
/** A refusal in the shape of RFC 6749, section 5.2. */
class TokenRefusal extends Error {
  readonly reply: Reply

  constructor(status: 400 | 401, error: string, description: string) {
    super(description)
    this.reply = reply(status, { error, error_description: description })
    if (status === 401) this.reply.headers['www-authenticate'] = `Basic realm="${realm}"`
  }
}

const reply = (status: number, body: object): Reply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' },
  body: JSON.stringify(body),
})

/** "Parameters sent without a value MUST be treated as if they were omitted" and none may be repeated (section 3.2). */
function parameter(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name)
  if (values.length > 1) throw new TokenRefusal(400, 'invalid_request', `The parameter ${name} is repeated.`)
  return values[0] || undefined
}

/** The credentials of an Authorization header (section 2.3.1: both parts form-encoded before Basic). */
function basic(header: string | undefined): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? '') ?? []
  if (!encoded) return undefined
  const pair = Buffer.from(encoded, 'base64').toString()
  const colon = pair.indexOf(':')
  const decoded = (text: string) => new URLSearchParams(`v=${text}`).get('v') ?? ''
  return colon < 0 ? undefined : { id: decoded(pair.slice(0, colon)), secret: decoded(pair.slice(colon + 1)) }
}

function clientOf(form: URLSearchParams, header: string | undefined, clients: Clients): Client {
  const inHeader = basic(header)
  const inBody = { id: parameter(form, 'client_id'), secret: parameter(form, 'client_secret') }
  if (inHeader && inBody.secret !== undefined)
    throw new TokenRefusal(400, 'invalid_request', 'Send the credentials either in the header or in the body.')
  const { id, secret } = inHeader ?? inBody
  if (id === undefined) throw new TokenRefusal(400, 'invalid_request', 'The parameter client_id is missing.')
  if (secret === undefined) throw new TokenRefusal(400, 'invalid_request', 'The parameter client_secret is missing.')
  const client = clients.authenticate(id, secret)
  if (!client) throw new TokenRefusal(401, 'invalid_client', 'Unknown client or wrong secret.')
  return client
}

/** One disallowed scope refuses the whole request; a request without scopes gets all scopes of the client. */
function scopesOf(text: string | undefined, client: Client, { stress }: Tenant): readonly string[] {
  const allowed = client.scopes.filter((scope) => !stress.settings.refused_scopes.includes(scope))
  if (text === undefined) return allowed
  const asked = [...new Set(text.split(' '))]
  const refused = asked.filter((scope) => !allowed.includes(scope))
  if (refused.length > 0) {
    const names = refused.map((scope) => (/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope) ? scope : 'a malformed scope'))
    throw new TokenRefusal(400, 'invalid_scope', `This client cannot have: ${names.join(', ')}.`)
  }
  return asked
}

/** The dependencies of the service; `wall` is the wall clock in milliseconds since 1970. */
export type Dependencies = { clients: Clients; tenants: Tenants; wall: () => number }

/**
 * Answers a token request; refusals have the shape of RFC 6749.
 * @param onClient called once the client is authenticated
 */
export async function answerTokenRequest(
  request: IncomingMessage,
  { clients, tenants, wall }: Dependencies,
  onClient: (client: Client, tenant: Tenant) => Promise<void>,
): Promise<Reply> {
  try {
    if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded')
      throw new TokenRefusal(400, 'invalid_request', 'Send the request as application/x-www-form-urlencoded.')
    const form = new URLSearchParams(await bodyOf(request))
    const grant = parameter(form, 'grant_type')
    const text = parameter(form, 'scope')
    if (grant === undefined) throw new TokenRefusal(400, 'invalid_request', 'The parameter grant_type is missing.')
    const client = clientOf(form, request.headers.authorization, clients)
    const tenant = tenants.forClient(client)
    await onClient(client, tenant)
    if (grant !== 'client_credentials')
      throw new TokenRefusal(400, 'unsupported_grant_type', 'The grant type must be client_credentials.')
    const scopes = scopesOf(text, client, tenant)
    const lifetime = tenant.stress.settings.token_lifetime_seconds
    const token: Token = {
      access_token: clients.issue(client, scopes, wall(), lifetime),
      expires_in: lifetime,
      scope: scopes.join(' '),
      token_type: 'bearer',
    }
    return reply(200, token)
  } catch (error) {
    if (error instanceof TokenRefusal) return error.reply
    throw error
  }
}

function unauthenticated(detail: string, error = ''): ProblemError {
  const challenge = `Bearer realm="${realm}"${error ? `, error="${error}", error_description="${detail}"` : ''}`
  return new ProblemError(401, 'unauthenticated', 'An access token is required.', {
    detail,
    headers: { 'www-authenticate': challenge },
  })
}

/**
 * The client and scopes of a request's token.
 * @throws ProblemError 401 without a valid token
 */
export function holderOf(request: IncomingMessage, { clients, wall }: Dependencies): Holder {
  const [, token] = /^Bearer +([\w~+/.-]+=*)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw unauthenticated('Send the header Authorization: Bearer with a token from the token endpoint.')
  const holder = clients.holder(token, wall())
  if (!holder) throw unauthenticated('The access token is unknown or has expired.', 'invalid_token')
  return holder
}

/** @throws ProblemError 403 `insufficient-scope` if the token lacks the scope of the row */
export function requireScope({ scope, title }: Row, { scopes: granted }: Holder): void {
  if (granted.includes(scope)) return
  throw new ProblemError(403, 'insufficient-scope', `${title} needs the scope ${scope}.`, {
    detail: `The token has: ${granted.join(', ')}.`,
    meta: { scope, granted },
    headers: { 'www-authenticate': `Bearer realm="${realm}", error="insufficient_scope", scope="${scope}"` },
  })
}
