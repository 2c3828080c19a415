/**
 * Looks now and then at what the console needs and nobody may be using: the provider, and the certificate of its own address.
 * Only metrics tell it, so only a console with metrics looks.
 */
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Environment } from '../../api/environments'
import { ProblemError, problemKind } from '../../api/problem'
import { type Clock, wait } from '../clock'
import { Deadline } from '../deadline'
import { type Log, traceOf } from '../http/log'
import { discard } from '../upstream/answers'
import { smallRead, type Upstreams } from '../upstream/upstream'
import type { Sample } from './metrics'

/** Milliseconds between two looks at a provider, and for one. */
const readEvery = 30_000
const readLimit = 15_000
/** Milliseconds between two looks at the certificate, and for one. */
const certificateEvery = 60 * 60_000
const certificateLimit = 5_000

/** Refusals that say nothing about whether the provider could serve: it does not grant that scope, or asks to wait. */
const undecided = new Set(['scope-not-granted', 'rate-limited', 'console-busy'])

export type ProbeDependencies = {
  clock: Clock
  log: Log
  upstreams: Upstreams
  /** Where people open the console. */
  origin: string
}

export class Probes {
  readonly #dependencies: ProbeDependencies
  readonly #end = new AbortController()
  readonly #reachable = new Map<Environment, boolean>()
  /** When the certificate ends, in milliseconds since 1970. */
  #certificateEnds: number | undefined
  #running: Promise<unknown> = Promise.resolve()

  constructor(dependencies: ProbeDependencies) {
    this.#dependencies = dependencies
  }

  /** Looks now and from time to time, until `close`. */
  start(configured: readonly Environment[]): void {
    const looks = configured.map((environment) => this.#repeat(readEvery, () => this.#lookAt(environment)))
    if (this.#dependencies.origin.startsWith('https:'))
      looks.push(this.#repeat(certificateEvery, () => this.#lookAtCertificate()))
    this.#running = Promise.all(looks)
  }

  samples = (): Sample[] => {
    const certificate = (ends: number): Sample => ({
      name: 'mintdesk_certificate_expires_in_seconds',
      labels: {},
      value: (ends - this.#dependencies.clock.now()) / 1000,
    })
    const provider = ([environment, isReachable]: [Environment, boolean]): Sample => ({
      name: 'mintdesk_provider_reachable',
      labels: { environment },
      value: Number(isReachable),
    })
    return [
      ...[...this.#reachable].map(provider),
      ...(this.#certificateEnds === undefined ? [] : [certificate(this.#certificateEnds)]),
    ]
  }

  async #repeat(millis: number, look: () => Promise<void>): Promise<void> {
    const { signal } = this.#end
    while (!signal.aborted) {
      await look()
      await wait(this.#dependencies.clock, millis, signal).catch(() => undefined)
    }
  }

  async #lookAt(environment: Environment): Promise<void> {
    const { clock, log, upstreams } = this.#dependencies
    const deadline = new Deadline(clock, readLimit, this.#end.signal)
    let failure: unknown
    let isReachable = this.#reachable.get(environment)
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
    if (this.#end.signal.aborted || isReachable === undefined) return
    const before = this.#reachable.get(environment) ?? true
    this.#reachable.set(environment, isReachable)
    if (before && !isReachable)
      log.warn({ event: 'provider-unreachable', environment, ...traceOf(failure) }, 'provider')
    if (!before && isReachable) log.info({ event: 'provider-reachable-again', environment }, 'provider')
  }

  /** Whether it is trusted does not matter here: what counts is its end. */
  async #lookAtCertificate(): Promise<void> {
    const { hostname, port } = new URL(this.#dependencies.origin)
    const host = hostname.replace(/^\[|\]$/g, '')
    const ends = await new Promise<number>((resolve) => {
      const servername = isIP(host) ? '' : host
      const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false })
      const leave = () => socket.destroy()
      socket.setTimeout(certificateLimit, leave)
      this.#end.signal.addEventListener('abort', leave)
      socket.once('secureConnect', () => {
        resolve(Date.parse(socket.getPeerCertificate().valid_to))
        leave()
      })
      socket.once('error', leave)
      socket.once('close', () => {
        this.#end.signal.removeEventListener('abort', leave)
        resolve(Number.NaN)
      })
    })
    this.#certificateEnds = Number.isNaN(ends) ? undefined : ends
  }

  async close(): Promise<void> {
    this.#end.abort(new Error('The console is closed.'))
    await this.#running
  }
}
