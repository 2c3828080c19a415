/**
 * Looks now and then at what the console needs and nobody may be using: the provider, and the certificate of its own address.
 * Only metrics tell it, so only a console with metrics looks.
 */
import type { Environment } from '../../../provider/environments'
import { ProblemError, problemKind } from '../../../provider/problem'
import { type Clock, wait } from '../../../server/clock'
import { type Log, traceOf } from '../../../server/telemetry/log'
import type { Sample } from '../../../server/telemetry/metrics'
import { discard } from '../../../server/upstream/answers'
import { certificateEnd } from '../../../server/upstream/connections'
import { smallRead, type Upstreams } from '../../../server/upstream/upstream'
import { Deadline } from '../../../server/work/deadline'

/** Milliseconds between two looks at a provider, and for one. */
const readEvery = 30_000
const readLimit = 15_000
/** Milliseconds between two looks at the certificate, and for one. */
const certificateEvery = 60 * 60_000

/** Refusals that say nothing about whether the provider could serve: it does not grant that scope, or asks to wait. */
const undecided = new Set(['scope-not-granted', 'rate-limited', 'console-busy'])

export type ProbeDependencies = {
  clock: Clock
  log: Log
  upstreams: Upstreams
  /** Where people open the console. */
  origin: string
}

export function createProbes({ clock, log, upstreams, origin }: ProbeDependencies) {
  const end = new AbortController()
  const reachable = new Map<Environment, boolean>()
  /** When the certificate ends, in milliseconds since 1970. */
  let certificateEnds: number | undefined
  let running: Promise<unknown> = Promise.resolve()

  /** Looks now and from time to time, until `close`. */
  function start(configured: readonly Environment[]): void {
    const looks = configured.map((environment) => repeat(readEvery, () => lookAt(environment)))
    if (origin.startsWith('https:')) looks.push(repeat(certificateEvery, lookAtCertificate))
    running = Promise.all(looks)
  }

  function samples(): Sample[] {
    const certificate = (ends: number): Sample => ({
      name: 'mintdesk_certificate_expires_in_seconds',
      labels: {},
      value: (ends - clock.now()) / 1000,
    })
    const provider = ([environment, isReachable]: [Environment, boolean]): Sample => ({
      name: 'mintdesk_provider_reachable',
      labels: { environment },
      value: Number(isReachable),
    })
    return [...[...reachable].map(provider), ...(certificateEnds === undefined ? [] : [certificate(certificateEnds)])]
  }

  async function repeat(millis: number, look: () => Promise<void>): Promise<void> {
    const { signal } = end
    while (!signal.aborted) {
      await look()
      await wait(clock, millis, signal).catch(() => undefined)
    }
  }

  async function lookAt(environment: Environment): Promise<void> {
    const deadline = new Deadline(clock, readLimit, end.signal)
    let failure: unknown
    let isReachable = reachable.get(environment)
    try {
      const options = { caller: { kind: 'background', subject: '' } as const, deadline }
      const { answer } = await upstreams.of(environment).read(smallRead(), { query: { limit: 1 } }, options)
      discard(answer)
      isReachable = answer.statusCode < 500
    } catch (error) {
      failure = error
      const kind = error instanceof ProblemError ? problemKind(error.problem.type) : ''
      if (!undecided.has(kind)) isReachable = false
    } finally {
      deadline.release()
    }
    if (end.signal.aborted || isReachable === undefined) return
    const before = reachable.get(environment) ?? true
    reachable.set(environment, isReachable)
    if (before && !isReachable)
      log.warn({ event: 'provider-unreachable', environment, ...traceOf(failure) }, 'provider')
    if (!before && isReachable) log.info({ event: 'provider-reachable-again', environment }, 'provider')
  }

  async function lookAtCertificate(): Promise<void> {
    certificateEnds = await certificateEnd(origin, end.signal)
  }

  async function close(): Promise<void> {
    end.abort(new Error('The console is closed.'))
    await running
  }

  return { start, samples, close }
}
