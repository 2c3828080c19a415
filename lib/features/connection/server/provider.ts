/** Examines the provider from here: the proxy, a token for each scope, a small read, its clock; and company sign-in. */
import { request } from 'undici'
import type { Environment } from '../../../provider/environments'
import { operationNames, rowOf } from '../../../provider/operations'
import { ProblemError, problemKind } from '../../../provider/problem'
import { createIdentityProvider, type IdentityProvider } from '../../../server/auth/identity-provider'
import type { Clock } from '../../../server/clock'
import type { CompanySignIn, Settings } from '../../../server/settings'
import { traceOf } from '../../../server/telemetry/log'
import { discard } from '../../../server/upstream/answers'
import { openConnections, proxyRefusalDetail, tlsRefusalOf } from '../../../server/upstream/connections'
import { smallRead, type Upstream, Upstreams } from '../../../server/upstream/upstream'
import { Deadline } from '../../../server/work/deadline'
import type { Finding } from '../interface'
import { type Findings, findingsIn, judgeClock } from './findings'

/** Milliseconds for one call. */
const callLimit = 12_000

const spelled = ({ problem }: ProblemError) => `${problem.title} ${problem.detail ?? ''}`.trim()

export const scopesOf = (environment: Environment) => [
  ...new Set(
    operationNames
      .map(rowOf)
      .filter(({ isSandboxOnly }) => environment === 'sandbox' || !isSandboxOnly)
      .map(({ scope }) => scope),
  ),
]

/** What to do about a host whose certificate is not trusted. @param code Node's or OpenSSL's */
const mendOfTls = (code: string) =>
  `Its certificate is not trusted (${code}). Have whoever runs it mend that; if an authority of your own signed it, set NODE_EXTRA_CA_CERTS to that authority's certificate for every console.`

/** What to do about a failed call, by the kind of problem that people see in the console. */
function mendOf(failure: ProblemError, prefix: string): string {
  const kind = problemKind(failure.problem.type)
  if (proxyRefusalDetail(failure)) return 'Correct HTTPS_PROXY, or list the host in NO_PROXY.'
  const refusal = tlsRefusalOf(failure)
  if (refusal) return mendOfTls(refusal)
  if (kind === 'token-refused')
    return `Check with your provider contact that ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET belong together, and that ${prefix}_AUTH_URL is the token service of that client: neither ${prefix}_BASE_URL nor another environment's.`
  if (kind === 'scope-not-granted') return 'Ask your provider contact to grant it. Until then its pages fail.'
  if (kind === 'rate-limited') return 'Wait as long as it says, then run this again.'
  return `Check ${prefix}_AUTH_URL, ${prefix}_BASE_URL and the way there: names, firewall, HTTPS_PROXY, TLS certificates.`
}

/** Calls with a deadline. @returns what failed */
async function failureOf(
  clock: Clock,
  call: (deadline: Deadline) => Promise<unknown>,
): Promise<ProblemError | undefined> {
  const deadline = new Deadline(clock, callLimit)
  try {
    await call(deadline)
    return undefined
  } catch (error) {
    if (error instanceof ProblemError) return error
    return new ProblemError(500, 'internal-error', `The call failed (${traceOf(error).reason ?? 'no reason'}).`, {
      cause: error,
    })
  } finally {
    deadline.release()
  }
}

async function tokens(upstream: Upstream, findings: Findings): Promise<boolean> {
  const granted: string[] = []
  const prefix = upstream.environment.toUpperCase()
  for (const scope of scopesOf(upstream.environment)) {
    const failure = await failureOf(upstream.clock, ({ signal }) => upstream.tokens.token(scope, signal, true))
    if (!failure) granted.push(scope)
    else {
      findings.problem(`No token for ${scope}: ${spelled(failure)}`, mendOf(failure, prefix))
      // Other scopes would fail alike, and a second wrong secret may lock the client.
      if (problemKind(failure.problem.type) !== 'scope-not-granted') return false
    }
  }
  if (granted.length > 0) findings.ok(`Tokens were granted for ${granted.join(', ')}.`)
  return granted.length > 0
}

async function read(upstream: Upstream, findings: Findings): Promise<void> {
  const prefix = upstream.environment.toUpperCase()
  const list = smallRead()
  const failure = await failureOf(upstream.clock, async (deadline) => {
    const caller = { kind: 'background', subject: '' } as const
    const { answer } = await upstream.read(list, { query: { limit: 1 } }, { caller, deadline })
    discard(answer)
    if (answer.statusCode !== 200)
      findings.problem(
        `${rowOf(list).title} was answered with ${answer.statusCode}.`,
        `Check ${prefix}_BASE_URL: it is the address before /v2.`,
      )
    else findings.ok(`${rowOf(list).title} was answered.`)
  })
  if (failure) findings.problem(`${rowOf(list).title} failed: ${spelled(failure)}`, mendOf(failure, prefix))
  const time = upstream.knownTime()
  if (time === undefined) findings.skip("The provider's clock is not known without an answer.")
  else judgeClock(findings, "The provider's clock", time - upstream.clock.now())
}

async function proxy(list: Finding[], { proxy: through, credentials, companySignIn }: Settings): Promise<void> {
  if (!through) return
  const findings = findingsIn(list, 'Proxy')
  const urls = [
    ...Object.values(credentials).flatMap(({ authUrl, baseUrl }) => [authUrl, baseUrl]),
    ...(companySignIn ? [companySignIn.issuer] : []),
  ]
  const hosts = [...new Set(urls.filter((url) => url.startsWith('https:')).map((url) => new URL(url).origin))]
  const connections = openConnections(through, {})
  for (const host of hosts) {
    const options = { method: 'HEAD', dispatcher: connections, signal: AbortSignal.timeout(callLimit) } as const
    const failure: unknown = await request(host, options)
      .then(async ({ body }) => void (await body.dump()))
      .catch((error) => error)
    const refusal = proxyRefusalDetail(failure)
    if (refusal)
      findings.problem(
        `${host}: ${refusal}`,
        'Correct HTTPS_PROXY, have the proxy admit this host, or list it in NO_PROXY.',
      )
    else if (failure)
      findings.warn(`${host} could not be reached (${traceOf(failure).reason}).`, 'See what is said of it below.')
    else findings.ok(`${host} is reached.`)
  }
  if (hosts.length === 0)
    findings.ok('HTTPS_PROXY is set, and no https address is configured that it would be used for.')
  await connections.destroy()
}

/** Whether the provider can confirm who acts in production, by what it says of itself; many say nothing of it. */
function confirmations(
  findings: Findings,
  { claims_supported: claims, acr_values_supported: known }: Awaited<ReturnType<IdentityProvider['metadata']>>,
  { stepUpAcr }: CompanySignIn,
): void {
  if (claims && !claims.includes('auth_time'))
    findings.warn(
      'Its metadata do not list the claim auth_time, without which no one can send or approve in production.',
      'Have it issue auth_time in ID tokens, then confirm one request to see that it does.',
    )
  const missing = stepUpAcr?.split(/\s+/).filter((acr) => known && !known.includes(acr)) ?? []
  if (missing.length > 0)
    findings.problem(
      `It does not offer what OIDC_STEP_UP_ACR asks for: ${missing.join(', ')}.`,
      `Choose from what it offers: ${known?.join(', ')}.`,
    )
}

async function company(list: Finding[], settings: Settings, clock: Clock): Promise<void> {
  const { companySignIn, proxy: through, credentials } = settings
  if (!companySignIn) return
  const findings = findingsIn(list, 'Company sign-in')
  const dispatcher = openConnections(through, {})
  try {
    const metadata = await createIdentityProvider({ company: companySignIn, clock, dispatcher }).metadata()
    findings.ok('Its metadata were read. The client secret is used only when a person signs in.')
    if (credentials.production) confirmations(findings, metadata, companySignIn)
  } catch (error) {
    const refusal = tlsRefusalOf(error)
    findings.problem(
      `Its metadata could not be read (${traceOf(error).reason ?? 'no reason'}).`,
      refusal ? mendOfTls(refusal) : 'Check OIDC_ISSUER: below it there must be /.well-known/openid-configuration.',
    )
  } finally {
    await dispatcher.destroy()
  }
}

/** Asks for a new token of each scope, and makes one small read. */
export async function examineUpstream(list: Finding[], upstream: Upstream): Promise<void> {
  const findings = findingsIn(list, `Provider, ${upstream.environment}`)
  if (await tokens(upstream, findings)) await read(upstream, findings)
}

export async function examineProvider(list: Finding[], settings: Settings, clock: Clock): Promise<void> {
  await proxy(list, settings)
  const upstreams = new Upstreams({ settings, clock })
  for (const environment of Object.keys(settings.credentials) as Environment[]) {
    await examineUpstream(list, upstreams.of(environment))
  }
  await company(list, settings, clock)
}
