/** The gauges of a console: what its parts say when Prometheus reads. */

import type { ServerCore } from '../../../server/core'
import type { Sample, SampleSource } from '../../../server/telemetry/metrics'
import type { Upstreams } from '../../../server/upstream/upstream'
import { createFigures } from './figures'
import { createProbes } from './probes'
import { createReadiness, type Readiness, type ReadyCheck } from './readiness'

/** What a pool of database connections says of itself; node-postgres's own names. */
export type Pool = { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }

function poolSamples([pool, { totalCount, idleCount, waitingCount, options }]: readonly [string, Pool]): Sample[] {
  const connections = (state: string, value: number): Sample => ({
    name: 'mintdesk_database_connections',
    labels: { pool, state },
    value,
  })
  return [
    connections('in_use', totalCount - idleCount),
    connections('idle', idleCount),
    { name: 'mintdesk_database_connections_most', labels: { pool }, value: options.max },
    { name: 'mintdesk_database_waiting', labels: { pool }, value: waitingCount },
  ]
}

type GaugeDependencies = {
  readiness: Readiness
  upstreams: Upstreams
  probes: SampleSource
  figures: SampleSource
  /** PostgreSQL's pools by name; SQLite has none. */
  pools: Record<string, Pool>
}

/** What is read for the gauges, each part by itself: one that fails leaves out its own only. */
const gaugeSources = ({ readiness, upstreams, probes, figures, pools }: GaugeDependencies): SampleSource[] => [
  async () =>
    [...(await readiness.state()).checks].map(([{ name: check, isNotice }, holds]) => ({
      name: 'mintdesk_ready',
      labels: { check, kind: isNotice ? 'notice' : 'required' },
      value: Number(holds),
    })),
  figures,
  () =>
    upstreams
      .heldTokens()
      .map(({ environment, scope, age }) => ({
        name: 'mintdesk_token_age_seconds',
        labels: { environment, scope },
        value: age,
      })),
  probes,
  () => Object.entries(pools).flatMap(poolSamples),
]

/** @returns also `readiness` and `figures` @param checks what must hold before people are served */
export function registerMonitoring(core: ServerCore, pools: Record<string, Pool>, checks: readonly ReadyCheck[]) {
  const { settings, metrics, upstreams, environments, isWorld } = core
  const readiness = createReadiness({ ...core, checks })
  const figures = createFigures({ ...core, shown: environments, exportStorage: settings.exportStorage })
  const probes = createProbes({ ...core, origin: settings.origin })
  // Gauges are of the console that all share; what is counted is counted everywhere.
  if (!isWorld)
    metrics?.observe(environments, gaugeSources({ readiness, upstreams, probes: probes.samples, figures, pools }))
  return {
    readiness,
    figures,
    handlers: {},
    start() {
      if (metrics && !isWorld) probes.start(environments)
    },
    close: () => probes.close(),
  }
}
