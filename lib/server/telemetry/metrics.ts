/**
 * What Prometheus reads (docs/looking-after.md, "Telemetry"). Every label holds a name from a list of our own, a status code or an
 * environment: never an id, a person, an amount or anything that a request or the provider said.
 */
import { STATUS_CODES } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Environment } from '../../provider/environments'
import { operationNames, rowOf } from '../../provider/operations'

/** An answered request of a browser; `operation` is a constant of our code. */
export type MeasuredRequest = { operation: string; environment: Environment | undefined; status: number }
/** A call to the provider; `status` is undefined if there was no answer. */
export type MeasuredCall = { environment: Environment; operation: string; status: number | undefined }

/** The provider may answer with any three digits: a status without a name counts as its class. */
const statusLabel = (status: number | undefined) =>
  status === undefined ? 'none' : STATUS_CODES[status] ? String(status) : `${Math.floor(status / 100)}xx`

const scopes = [...new Set(operationNames.map((name) => rowOf(name).scope))]

/** Gauges whose values are asked for when Prometheus reads, with their labels and what they tell. */
const gauges = {
  mintdesk_ready: [
    ['check', 'kind'],
    'Whether a check of this console holds, 1 or 0: one that is required to be ready, or a notice',
  ],
  mintdesk_intents: [['environment', 'state'], 'Requests to write by state; the same in every console'],
  mintdesk_intent_oldest_unknown_seconds: [
    ['environment'],
    'Time since the oldest request whose outcome is unknown was sent, 0 without any; the same in every console',
  ],
  mintdesk_export_jobs: [['environment', 'state'], 'Exports of the last 30 days by state; the same in every console'],
  mintdesk_export_storage_bytes: [[], 'Bytes that the files of all exports take; the same in every console'],
  mintdesk_export_storage_limit_bytes: [[], 'Bytes that they may take (EXPORT_STORAGE_MB)'],
  mintdesk_backup_age_seconds: [
    [],
    'Time since the last backup by "npm run backup"; absent if there was none; the same in every console',
  ],
  mintdesk_provider_reachable: [
    ['environment'],
    'Whether the provider answered the last small read of this console, 1 or 0; it reads one every 30 s',
  ],
  mintdesk_certificate_expires_in_seconds: [
    [],
    'Time until the certificate of NEXTAUTH_URL ends; absent if this console cannot reach it',
  ],
  mintdesk_export_oldest_unfinished_seconds: [
    ['environment'],
    'Time since the oldest unfinished export was asked for, 0 without any; the same in every console',
  ],
  mintdesk_webhook_backlog_events: [
    ['environment'],
    'Events that webhooks which are on have not passed; the same in every console',
  ],
  mintdesk_webhook_backlog_seconds: [
    ['environment'],
    'Age of the oldest event that a webhook has not passed, 0 without any; the same in every console',
  ],
  mintdesk_token_age_seconds: [['environment', 'scope'], 'Age of the access token that this console holds'],
  mintdesk_live_lag_seconds: [
    ['environment'],
    'Time since the changes of the provider were last read to their end; absent before the first read',
  ],
  mintdesk_database_connections: [['pool', 'state'], 'Connections to PostgreSQL, in_use or idle'],
  mintdesk_database_connections_most: [['pool'], 'Connections that a pool may have'],
  mintdesk_database_waiting: [['pool'], 'Queries that wait for a connection'],
} as const satisfies Record<string, readonly [readonly string[], string]>

/** A gauge's value now. */
export type Sample = { name: keyof typeof gauges; labels: Record<string, string>; value: number }
/** Reads gauges. What it throws leaves them out. */
export type SampleSource = () => readonly Sample[] | Promise<readonly Sample[]>

export class Metrics {
  readonly #registry = new Registry()
  readonly #gauges: ReadonlyMap<string, Gauge>
  readonly #requests: Counter
  readonly #requestSeconds: Histogram
  readonly #calls: Counter
  readonly #callSeconds: Histogram
  readonly #tokens: Counter
  #sources: readonly SampleSource[] = []

  /** @param build what `mintdesk_build_info` says of this process, by label */
  constructor(build: Record<string, string>) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    new Gauge({
      name: 'mintdesk_build_info',
      help: 'What is running; always 1',
      labelNames: Object.keys(build),
      registers,
    }).set(build, 1)
    this.#gauges = new Map(
      Object.entries(gauges).map(([name, [labels, help]]) => [
        name,
        new Gauge({ name, help, labelNames: labels, registers }),
      ]),
    )
    this.#requests = new Counter({
      name: 'mintdesk_requests_total',
      help: 'Requests of browsers to /api that were answered',
      labelNames: ['environment', 'operation', 'status'],
      registers,
    })
    this.#requestSeconds = new Histogram({
      name: 'mintdesk_request_duration_seconds',
      help: 'Time until the answer to a request began',
      labelNames: ['operation'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    })
    this.#calls = new Counter({
      name: 'mintdesk_upstream_calls_total',
      help: 'Calls to the provider; the status is none if there was no answer',
      labelNames: ['environment', 'operation', 'status'],
      registers,
    })
    this.#callSeconds = new Histogram({
      name: 'mintdesk_upstream_duration_seconds',
      help: 'Time until the provider answered a call, or the call failed',
      labelNames: ['environment', 'operation'],
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60],
      registers,
    })
    this.#tokens = new Counter({
      name: 'mintdesk_token_requests_total',
      help: 'Access tokens that were asked for, by outcome: issued or failed',
      labelNames: ['environment', 'scope', 'outcome'],
      registers,
    })
  }

  /** Counts an answered request. @param millis until its answer began */
  request({ operation, environment = undefined, status }: MeasuredRequest, millis: number): void {
    this.#requests.inc({ environment: environment ?? 'none', operation, status: statusLabel(status) })
    this.#requestSeconds.observe({ operation }, millis / 1000)
  }

  /** Counts a call to the provider. @param millis until it was answered, or failed */
  call({ environment, operation, status }: MeasuredCall, millis: number): void {
    this.#calls.inc({ environment, operation, status: statusLabel(status) })
    this.#callSeconds.observe({ environment, operation }, millis / 1000)
  }

  /** Counts a token that was asked for. */
  token(environment: Environment, scope: string, isIssued: boolean): void {
    this.#tokens.inc({ environment, scope, outcome: isIssued ? 'issued' : 'failed' })
  }

  /** Names what gauges are read from, and the environments whose tokens are counted. */
  observe(environments: readonly Environment[], sources: readonly SampleSource[]): void {
    this.#sources = sources
    // An increase is seen only in a series that was there before.
    for (const environment of environments)
      for (const scope of scopes)
        for (const outcome of ['issued', 'failed']) this.#tokens.inc({ environment, scope, outcome }, 0)
  }

  /** All metrics in Prometheus's text format. Gauges that cannot be read now are left out. */
  async text(): Promise<string> {
    const read = await Promise.all(
      this.#sources.map(async (source) => source()).map((samples) => samples.catch(() => [])),
    )
    // From here on without waiting, so that two readers never see each other's half.
    for (const gauge of this.#gauges.values()) {
      gauge.reset()
      // One without labels would be 0 now.
      gauge.remove({})
    }
    for (const { name, labels, value } of read.flat()) this.#gauges.get(name)?.set(labels, value)
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}
