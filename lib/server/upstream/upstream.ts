/** The way to the provider: the only place that knows its address, its tokens and the operator's name. */
import { type Dispatcher, request } from 'undici'
import { isJsonType } from '../../domain/json'
import { writeQuery } from '../../domain/query-string'
import { type Environment, environments } from '../../provider/environments'
import { isWrite, type OperationName, operationNames, pathOf, rowOf } from '../../provider/operations'
import { ProblemError, problemKind } from '../../provider/problem'
import type { Clock } from '../clock'
import type { Credential, Settings } from '../settings'
import type { Metrics } from '../telemetry/metrics'
import type { TraceContext } from '../telemetry/trace-context'
import { type Deadline, DeadlinePassed } from '../work/deadline'
import { discard, headerOf, type UpstreamAnswer, unanswered } from './answers'
import { CallHistory } from './call-history'
import { openConnections } from './connections'
import { type Caller, RateBucket } from './rate'
import { Secrets, secretsOf } from './secrets'
import { Tokens } from './tokens'

/** Milliseconds that a read may take, from the browser's request to its last byte. */
export const readLimit = 15_000

/** One environment's credential, to which a request, a preset, a view or an observation belongs. */
export type Owner = { environment: Environment; clientId: string }

/** The input of any read. */
export type ReadInput = { path?: Record<string, string>; query?: object }

/** How the provider answered one call, for the log: filled in while the call is made, with the headers of its trace. */
export type UpstreamTiming = {
  status?: number
  millis?: number
  /** What the provider calls this request. */
  requestId?: string
  readonly trace?: TraceContext['headers']
  /** What the log calls the request of the browser. */
  readonly askedBy?: string
}

/** The provider's name for a request, as far as it can stand in a log; undefined if it gives none. */
function providerRequestId(answer: Dispatcher.ResponseData, secrets: Secrets): string | undefined {
  const shown = secrets.removedFrom(headerOf(answer, 'x-request-id').slice(0, 1_000))
  return shown.replaceAll(/[^\w.:-]/g, '').slice(0, 100) || undefined
}

export type CallOptions = {
  caller: Caller
  acceptsGzip?: boolean
  deadline: Deadline
  timing?: UpstreamTiming
  /** The recorded request that is sent by the call. */
  intent?: string
}

/** The list of which one row is read to learn whether the provider answers, and its time: any would do. */
export function smallRead(): OperationName {
  const list = operationNames.find((name) => rowOf(name).isList)
  if (!list) throw new Error('No operation lists records.')
  return list
}

/** undici's error for a kept-alive connection that the other side had closed: nothing was answered. */
const isStaleConnection = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET')

type GetOptions = { headers: Record<string, string>; dispatcher: Dispatcher; signal: AbortSignal }

async function getTwice(url: string, options: GetOptions) {
  try {
    return await request(url, options)
  } catch (cause) {
    if (!isStaleConnection(cause)) throw cause
    return await request(url, options)
  }
}

export type UpstreamOptions = {
  settings: Pick<Settings, 'operatorName' | 'upstreamRate' | 'replicas' | 'proxy'>
  clock: Clock
  /** The connections of reads and token requests. */
  dispatcher?: Dispatcher
  /** What no answer may show; tokens are added as they are issued. */
  secrets: Secrets
  metrics?: Metrics
}

/** One environment's credential with its own sockets, tokens and rate. */
export class Upstream {
  readonly environment: Environment
  readonly credential: Credential
  readonly owner: Owner
  readonly tokens: Tokens
  readonly rate: RateBucket
  readonly clock: Clock
  /** How its calls went. */
  readonly calls: CallHistory
  /** The proxy through which its writes leave too. */
  readonly proxy: Settings['proxy']
  readonly #secrets: Secrets
  readonly #operatorName: string
  readonly #dispatcher: Dispatcher
  readonly #metrics: Metrics | undefined
  #limitedInARow = 0
  /** Milliseconds that the provider's clock is ahead of ours, by the `Date` of its last answer. */
  #ahead = 0
  /** Whether the provider's own time is known; until then its token service's time counts. */
  #isTimed = false
  /** The scope with which the provider is asked for its time, if the client may not read. */
  #timeScope: string | undefined

  constructor(
    environment: Environment,
    credential: Credential,
    { settings, clock, dispatcher, secrets, metrics }: UpstreamOptions,
  ) {
    this.environment = environment
    this.credential = credential
    this.owner = { environment, clientId: credential.clientId }
    this.clock = clock
    this.calls = new CallHistory(clock)
    this.proxy = settings.proxy
    this.rate = new RateBucket(settings.upstreamRate, settings.replicas, clock)
    this.#secrets = secrets
    this.#metrics = metrics
    this.#operatorName = settings.operatorName
    this.#dispatcher =
      dispatcher ??
      openConnections(settings.proxy, {
        connections: 64,
        headersTimeout: readLimit,
        bodyTimeout: readLimit,
        keepAliveTimeout: 30_000,
      })
    const noteDate = (date: string | null) => this.#isTimed || this.#noteClock(date)
    this.tokens = new Tokens(credential, {
      clock,
      dispatcher: this.#dispatcher,
      secrets,
      noteDate,
      noteOutcome: (scope, failure) => {
        metrics?.token(environment, scope, failure === undefined)
        if (failure !== undefined) this.calls.noteTokenFailure(scope, failure)
      },
      noteCall: (began, answer) =>
        metrics?.call({ environment, operation: 'token', status: answer?.statusCode }, clock.steady() - began),
    })
  }

  /** The provider's time, in milliseconds since 1970; ours until it has answered once. */
  now(): number {
    return this.clock.now() + this.#ahead
  }

  /** The same once the provider's own time is known; undefined while only its token service's is. */
  knownTime(): number | undefined {
    return this.#isTimed ? this.now() : undefined
  }

  /**
   * Asks the provider for its time with a small read, because its last answer may be old. A client that may not
   * read asks with the write's token: the refusal has a time too.
   * @throws ProblemError if it does not answer, or does not say
   */
  async askTime(write: OperationName, options: CallOptions): Promise<void> {
    const ask = () =>
      this.read(
        smallRead(),
        { query: { limit: 1 } },
        { ...options, timing: { trace: options.timing?.trace } },
        this.#timeScope,
      )
    const { answer, isTimed } = await ask().catch((problem) => {
      if (!(problem instanceof ProblemError) || problemKind(problem.problem.type) !== 'scope-not-granted') throw problem
      this.#timeScope = rowOf(write).scope
      return ask()
    })
    discard(answer)
    if (isTimed) return
    throw new ProblemError(409, 'clocks-disagree', "The provider's clock could not be read.", {
      detail: `The answer to a small read (${answer.statusCode}) had no time of the provider's own, so the time since this was sent is not known by its clock. Nothing was sent.`,
    })
  }

  /**
   * Sends a read with a token of its scope, and once more with a new token if the first is rejected.
   * @throws ProblemError if there is no answer or no token; the signal's reason if the browser has gone
   */
  async read(
    name: OperationName,
    input: ReadInput,
    options: CallOptions,
    scope = rowOf(name).scope,
  ): Promise<UpstreamAnswer> {
    if (isWrite(rowOf(name))) throw new Error(`${name} is a write; it is sent only from a recorded intent.`)
    const { deadline, caller } = options
    const search = this.#withOperator(writeQuery(input.query ?? {})).toString()
    const url = `${this.credential.baseUrl}${pathOf(name, input.path)}${search && `?${search}`}`
    try {
      await this.rate.slot(caller, deadline.signal)
      const first = await this.#get(name, url, scope, options)
      if (first.answer.statusCode !== 401) return this.received(first.answer)
      discard(first.answer)
      this.tokens.forget(scope, first.token)
      const second = await this.#get(name, url, scope, options)
      return this.received(second.answer)
    } catch (cause) {
      throw cause instanceof ProblemError || isCancelled(deadline, cause) ? cause : unanswered(cause)
    }
  }

  async #get(name: OperationName, url: string, scope: string, { deadline, acceptsGzip, timing = {} }: CallOptions) {
    const token = await this.tokens.token(scope, deadline.signal)
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'accept-encoding': acceptsGzip ? 'gzip' : 'identity',
      ...timing.trace,
    }
    const began = this.clock.steady()
    let answer: Dispatcher.ResponseData | undefined
    try {
      answer = await getTwice(url, { headers, dispatcher: this.#dispatcher, signal: deadline.signal })
      return { token, answer }
    } finally {
      // A browser that went away is no failure, nor is a refusal of a scope that is not the operation's own.
      const isUncounted = isCancelled(deadline, deadline.signal.reason) || scope !== rowOf(name).scope
      this.noteCall(name, began, answer, timing, { isUncounted })
    }
  }

  /**
   * Notes how long a call took and how it was answered, if it was.
   * @param began on the steady clock
   * @param more  whether it says nothing of the connection; and which recorded request it sent
   */
  noteCall(
    operation: OperationName,
    began: number,
    answer: Dispatcher.ResponseData | undefined,
    timing: UpstreamTiming = {},
    { isUncounted = false, intent }: { isUncounted?: boolean; intent?: string } = {},
  ): void {
    timing.millis = this.clock.steady() - began
    const status = answer?.statusCode
    if (answer) Object.assign(timing, { status, requestId: providerRequestId(answer, this.#secrets) })
    this.#metrics?.call({ environment: this.environment, operation, status }, timing.millis)
    if (!isUncounted) this.calls.note(operation, status, timing.millis, intent)
  }

  /** Notes what an answer says of the provider's clock and rate. */
  received(answer: Dispatcher.ResponseData): UpstreamAnswer {
    this.#limitedInARow = answer.statusCode === 429 ? this.#limitedInARow + 1 : 0
    const { date, 'content-type': type } = answer.headers
    // If the provider is down or busy, a gateway may answer for it, by a clock of its own; so does a gateway's page.
    const isAway = answer.statusCode >= 500 || answer.statusCode === 408 || answer.statusCode === 429
    const isTimed = !isAway && isJsonType(String(type ?? '')) && this.#noteClock(date)
    this.#isTimed ||= isTimed
    return { answer, secrets: this.#secrets, limitedInARow: this.#limitedInARow, at: this.clock.now(), isTimed }
  }

  /** Learns the provider's clock from a `Date` header (RFC 9110, 6.6.1). @returns whether it had one */
  #noteClock(date: unknown): boolean {
    const at = typeof date === 'string' ? Date.parse(date) : Number.NaN
    if (Number.isNaN(at)) return false
    this.#ahead = at - this.clock.now()
    return true
  }

  /** The operator's name replaces PLATFORM in two transfer types (spec, Transfer). */
  #withOperator(params: URLSearchParams): URLSearchParams {
    if (this.#operatorName === 'PLATFORM') return params
    const types = params.getAll('type')
    params.delete('type')
    for (const type of types)
      params.append('type', type.replace(/^PLATFORM_TRANSFER_/, `${this.#operatorName}_TRANSFER_`))
    return params
  }
}

/** Whether a call ended because the browser has gone, and not because its time was over. */
const isCancelled = ({ signal }: Deadline, cause: unknown) =>
  signal.aborted && cause === signal.reason && !(cause instanceof DeadlinePassed)

/** The upstreams of the environments that are configured. */
export class Upstreams {
  readonly #upstreams: ReadonlyMap<Environment, Upstream>

  constructor(dependencies: Omit<UpstreamOptions, 'secrets'> & { settings: Settings }) {
    const { credentials } = dependencies.settings
    const options = { ...dependencies, secrets: new Secrets(secretsOf(dependencies.settings)) }
    const configured = environments.flatMap((environment) => {
      const credential = credentials[environment]
      return credential ? [[environment, new Upstream(environment, credential, options)] as const] : []
    })
    this.#upstreams = new Map(configured)
  }

  get environments(): Environment[] {
    return [...this.#upstreams.keys()]
  }

  /** The access tokens that are held now. */
  heldTokens(): { environment: Environment; scope: string; age: number }[] {
    return [...this.#upstreams].flatMap(([environment, { tokens }]) =>
      tokens.held().map((token) => ({ environment, ...token })),
    )
  }

  /** @throws ProblemError 404 if the environment is not configured here */
  of(environment: Environment): Upstream {
    const upstream = this.#upstreams.get(environment)
    if (upstream) return upstream
    throw new ProblemError(404, 'no-such-environment', `The ${environment} environment is not configured here.`)
  }
}
