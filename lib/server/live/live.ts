/** The live feeds of this process: one per environment, because each has one credential here. */
import { setMaxListeners } from 'node:events'
import type { Environment } from '../../api/environments'
import type { Upstream, Upstreams } from '../upstream/upstream'
import { type FeedListener, Poller, type PollerDependencies } from './poller'

export type LiveDependencies = Omit<PollerDependencies, 'upstream'> & { upstreams: Upstreams }

export class Live {
  readonly #dependencies: LiveDependencies
  readonly #pollers = new Map<Upstream, Poller>()
  readonly #closing = new AbortController()

  constructor(dependencies: LiveDependencies) {
    // Each open page listens, and Node warns from the eleventh on.
    setMaxListeners(0, this.#closing.signal)
    this.#dependencies = dependencies
  }

  /** Aborted when the console stops. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  #pollerOf(environment: Environment): Poller {
    const { upstreams, ...dependencies } = this.#dependencies
    const upstream = upstreams.of(environment)
    const poller = this.#pollers.get(upstream) ?? new Poller({ ...dependencies, upstream })
    this.#pollers.set(upstream, poller)
    return poller
  }

  /**
   * Tells a listener every change of a transfer, oldest first, none twice and none after a newer one of its transfer. The
   * provider is read only while someone listens.
   * @param after the id of the last event that the listener knows; without one it gets the changes of the last minute
   * @returns what ends it
   * @throws ProblemError 404 if the environment is not configured here
   */
  subscribe(environment: Environment, listener: FeedListener, after?: string): () => void {
    return this.#pollerOf(environment).subscribe(listener, after)
  }

  /** Whether an environment's feed is current, and when it was read. */
  stateOf = (environment: Environment) => this.#pollerOf(environment).state

  /** How long ago each feed that is followed was read. */
  lags(): { environment: Environment; seconds: number }[] {
    return [...this.#pollers].flatMap(([{ environment }, { lag }]) =>
      lag === undefined ? [] : { environment, seconds: lag / 1000 },
    )
  }

  /** Ends every stream and every feed. */
  close(): void {
    this.#closing.abort()
    for (const poller of this.#pollers.values()) poller.stop()
  }
}
