/** The connection as a page shows it: the facts of the doctor and of the metrics, from the console that is running. */

import { databaseMessage } from '../../../database/failures'
import type { Database } from '../../../database/open'
import type { Environment } from '../../../provider/environments'
import { operationNames, rowOf } from '../../../provider/operations'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import { recent } from '../../../server/recent'
import type { Settings } from '../../../server/settings'
import type { Sample, SampleSource } from '../../../server/telemetry/metrics'
import type { Upstreams } from '../../../server/upstream/upstream'
import { exportStates, isActiveExport } from '../../exports/interface'
import type { ConsoleHandlers } from '../../handlers'
import type { Connection, Finding } from '../interface'
import { examineOpen } from './database'
import { withoutSecrets } from './findings'
import { examineUpstream, scopesOf } from './provider'

/** Milliseconds for which the database is not examined again, nor the provider, however many people ask. */
const freshMillis = 10_000

export type ConnectionDependencies = {
  settings: Settings
  database: Database
  clock: Clock
  upstreams: Upstreams
  /** What the metrics say of the database's work. */
  figures: SampleSource
  build: Record<string, string>
}

export function registerConnection({ settings, database, clock, upstreams, figures, build }: ConnectionDependencies) {
  const ofDatabase = recent(clock, freshMillis, async (): Promise<Finding[]> => {
    try {
      return await examineOpen(database, settings, settings, { clock, isOperator: false })
    } catch (error) {
      return [{ area: 'Database', status: 'problem', text: databaseMessage(error, settings.databaseUrl) }]
    }
  })
  const lastChecks = new Map<Environment, { checked_at: string; findings: Finding[] }>()
  const checks = new Map(
    upstreams.environments.map((environment) => {
      const check = async () => {
        const findings: Finding[] = []
        await examineUpstream(findings, upstreams.of(environment))
        lastChecks.set(environment, { checked_at: timeOf(microseconds(clock)), findings })
      }
      return [environment, recent(clock, freshMillis, check)] as const
    }),
  )

  async function connection(environment: Environment): Promise<Connection> {
    const upstream = upstreams.of(environment)
    const { calls, tokens, rate, owner } = upstream
    const time = upstream.knownTime()
    const last = lastChecks.get(environment)
    const held = tokens.held()
    // Without its figures the page says what is wrong with the database.
    const samples = await Promise.resolve(figures()).catch(() => [])
    const sumOf = (name: Sample['name'], states?: readonly string[]) =>
      samples
        .filter(({ name: one, labels }) => one === name && labels.environment === environment)
        .filter(({ labels: { state = '' } }) => !states || states.includes(state))
        .reduce((sum, { value }) => sum + value, 0)
    return {
      ...(calls.since !== undefined && { since: calls.since }),
      ...(last && { checked_at: last.checked_at }),
      scopes: scopesOf(environment).map((scope) => {
        const token = held.find((one) => one.scope === scope)
        return {
          scope,
          operations: operationNames.filter((name) => rowOf(name).scope === scope),
          ...(token && { token: { age: token.age, left: token.left } }),
          ...calls.of(scope),
        }
      }),
      failures: [...calls.failures],
      rate: rate.state(),
      ...(time !== undefined && { clock_ahead: Math.round(time - clock.now()) }),
      client_id: owner.clientId,
      in_hand: {
        unknown: sumOf('mintdesk_intents', ['unknown']),
        exports: sumOf('mintdesk_export_jobs', exportStates.filter(isActiveExport)),
        webhook_events: sumOf('mintdesk_webhook_backlog_events'),
      },
      findings: withoutSecrets([...(last?.findings ?? []), ...(await ofDatabase())], settings),
      build,
    }
  }

  return {
    handlers: {
      readConnection: ({ environment }) => connection(environment),

      checkConnection: async ({ environment }) => {
        await checks.get(environment)?.()
        return connection(environment)
      },
    } satisfies Partial<ConsoleHandlers>,
  }
}
