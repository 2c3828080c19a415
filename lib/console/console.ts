/** The console: its features, made on the core of the server, and what routes and pages call. */
import { currentHold } from '../database/hold'
import { tablesProblem } from '../database/migrate'
import { pingDatabase } from '../database/open'
import { registerActivity } from '../features/activity/server/activity'
import { registerApprovals } from '../features/approvals/server/approval-routes'
import { registerAudit } from '../features/audit/server/audit-routes'
import { registerConnection } from '../features/connection/server/connection'
import { registerExports } from '../features/exports/server/exports'
import { type ConsoleHandlers, type Feature, handlersOf } from '../features/handlers'
import { registerHold } from '../features/hold/server/hold-routes'
import { registerLive } from '../features/live/server/streams'
import type { LookupIdentifier } from '../features/lookup/input'
import { type LookupOptions, registerLookup } from '../features/lookup/server/lookup'
import { registerMoney } from '../features/money/server/movement-routes'
import { type Pool, registerMonitoring } from '../features/monitoring/server/gauges'
import { registerNotes } from '../features/notes/server/note-routes'
import { consoleOperations } from '../features/operations'
import { registerOverview } from '../features/overview/server/overview-routes'
import { registerPeople } from '../features/people/server/people-routes'
import { registerRecords } from '../features/records/server/record-routes'
import { registerRehearsals } from '../features/rehearsals/server/rehearsal-routes'
import { consoleSchemas } from '../features/schemas'
import type { ShownVariable } from '../features/team/interface'
import { registerViews } from '../features/views/server/view-routes'
import { registerWebhooks } from '../features/webhooks/server/webhook-routes'
import { isEnvironment } from '../provider/environments'
import type { Requester } from '../server/audit/audit'
import type { ConsoleRequest } from '../server/auth/request-context'
import { sessionCookie } from '../server/auth/session-cookie'
import { createSignInChoices, homeEnvironment } from '../server/auth/sign-in-choices'
import { createReencryption } from '../server/encryption/reencryption'
import { answer, jsonAnswer } from '../server/http/answer'
import { describeConsole } from '../server/http/console-description'
import { createConsoleRoutes } from '../server/http/console-routes'
import type { AnsweredPage } from '../server/http/guard'
import { proxy } from '../server/http/proxy'
import { createSignInRoutes } from '../server/http/sign-in-routes'
import type { ClientControl } from '../server/sandbox-control'
import { traceOf } from '../server/telemetry/log'
import type { MetricsServer } from '../server/telemetry/metrics-server'
import { traceContextOf } from '../server/telemetry/trace-context'
import { openConnections } from '../server/upstream/connections'
import { createCounts } from '../server/work/counts'
import { Retention } from '../server/work/retention'
import { createDigests } from '../server/writes/digests'
import { createMarkUpkeep, keepNewestMark } from '../server/writes/mark-upkeep'
import { createOldIntents } from '../server/writes/old-intents'
import { type CoreDependencies, createCore, worldPause } from './core'

export type ConsoleDependencies = CoreDependencies & {
  /** Where metrics are read; it ends with the console. */
  metricsServer?: MetricsServer
  /** Control of its client in the embedded sandbox; undefined if the console does not hold it. */
  control?: ClientControl
  /** PostgreSQL's pools by name. */
  pools?: Record<string, Pool>
  /** Whether the database lately had room for what was written. */
  hasRoom?: () => boolean
  /** What is running, by name. */
  build?: Record<string, string>
  /** The variables of the process. */
  variables?: readonly ShownVariable[]
}

/** The core's own retention rules; features bring theirs. */
function coreRules({
  settings,
  database,
  clock,
  log,
  encryption,
  auth,
  records,
  writes,
  ...core
}: ReturnType<typeof createCore>) {
  const { rows, marks } = writes.ledger
  const days = async () => (await core.keptDays()).requests
  const onBroken = (mark: number) => log.error({ event: 'record-set-back', mark }, 'writes')
  return [
    { name: 'sessions', step: auth.sessions.removeOld },
    { name: 'sign-in counts', step: auth.limits.removeOld },
    { name: 'confirmations', step: auth.stepUp.removeOld },
    { name: 'requests', step: createOldIntents({ database, clock, rows, days }).step },
    { name: 'marks of requests', step: createMarkUpkeep({ database, clock, marks, days, onBroken }) },
    { name: 'transfers', step: async () => records.removeOld((await core.keptDays()).transfers) },
    { name: 'encryption with the first key', step: createReencryption({ database, clock, encryption }).step },
    ...(settings.fingerprintKeys.length > 1
      ? [{ name: 'digests', step: createDigests({ database, clock, encryption, isWriting: true }).step }]
      : []),
  ]
}

/** A console that keeps nothing outside itself: neither globals nor variables of the process. */
export function createConsole(dependencies: ConsoleDependencies) {
  const { metricsServer, control, pools = {}, hasRoom = () => true, build = {}, variables = [] } = dependencies
  const core = createCore(dependencies)
  const { settings, database, log, clock, metrics, encryption, access, audit, sessions, upstreams, records } = core
  const { auth, clockCheck, followers, holds, plansOf, team, weighing, writes, isWorld } = core
  const { policies } = weighing
  const allFollowers = [...followers.values()].flat()

  let isStopping = false
  const activity = registerActivity(core)
  const notes = registerNotes(core)
  const views = registerViews(core)
  const money = registerMoney(core)
  const lookup = registerLookup(core)
  const rehearsals = registerRehearsals({ clock, control, isWorld })
  const live = registerLive({
    ...core,
    watch(name) {
      const ends = (followers.get(name) ?? []).map((follower) => follower.watch())
      return () => {
        for (const end of ends) end()
      }
    },
  })
  const outside = dependencies.dispatcher ?? (settings.proxy && openConnections(settings.proxy, {}))
  const { checkpoints, ...auditLog } = registerAudit(core, plansOf, outside)
  const monitoring = registerMonitoring(core, pools, [
    { name: 'database', holds: () => pingDatabase(database).then(() => true) },
    { name: 'migrations', holds: async () => (await tablesProblem(database)) === undefined },
    { name: 'clock', holds: clockCheck.isRight },
    { name: 'policy', holds: () => policies.isKnown(database) },
    { name: 'stopping', holds: () => !isStopping },
    { name: 'held', holds: async () => !(await currentHold(database)), isNotice: true },
    { name: 'audit', holds: checkpoints.isWhole, isNotice: true },
    { name: 'writes', holds: hasRoom, isNotice: true },
  ])
  const features = [
    activity,
    notes,
    views,
    money,
    lookup,
    rehearsals,
    live,
    auditLog,
    monitoring,
    team,
    registerExports({ ...core, recordNotes: notes.recordNotes }),
    registerApprovals(core),
    registerWebhooks(core, {
      eventsOfMovements: money.eventsOfMovements,
      plansOf,
      profileName: (owner, id) => activity.presets.textOf(owner, 'profile', id),
    }),
    registerRecords({ ...core, recordNotes: notes.recordNotes }),
    registerOverview({ ...core, listMovements: money.handlers.listMovements }),
    registerPeople(core),
    registerHold(core),
    registerConnection({ ...core, figures: monitoring.figures, build }),
  ] as const
  const all: readonly Feature[] = features
  const retention = new Retention({ clock, log }, [
    ...coreRules(core),
    ...all.flatMap((feature) => feature.retention ?? []),
  ])
  retention.start()
  let stopped: Promise<unknown> | undefined
  const stopWork = async () => {
    stopped ??= Promise.all([
      retention.close(),
      ...all.map((feature) => feature.close?.()),
      ...allFollowers.map((follower) => follower.close()),
    ])
    await stopped
  }

  return {
    /** Begins what this process does unasked: transfers, exports, schedules, webhooks, and looks at the provider for metrics. */
    begin() {
      // Only what was left undone waits for this look.
      for (const feature of all) feature.start?.(isWorld ? worldPause : undefined)
      for (const follower of allFollowers) follower.start()
      // Of worlds nothing is kept.
      if (isWorld) return
      const started = audit.write({ act: 'console-started', detail: { encryption_key: encryption.keyName } })
      checkpoints.start(started.catch((error) => log.error(traceOf(error), 'audit')))
      keepNewestMark(writes.ledger.marks, settings, (error) =>
        log.warn({ event: 'newest-mark-not-kept', ...traceOf(error) }, 'writes'),
      )
    },
    http: {
      proxy: (request: ConsoleRequest) => proxy(core, request),
      signIn: createSignInRoutes({ clock, log, metrics, audit }, auth),
    },
    /** Answers what is asked below /api/{environment}, but for the provider's operations. */
    own: createConsoleRoutes(core, consoleOperations, handlersOf(features) satisfies ConsoleHandlers, consoleSchemas),
    /** GET /api/openapi.json, for signed-in people. */
    describe: (request: ConsoleRequest) =>
      answer(core, request, 'describe', async (context) => {
        await access.requireSession(context)
        return jsonAnswer(JSON.stringify(describeConsole(settings.origin, consoleOperations, consoleSchemas)))
      }),
    /** Ends the streams of pages, for which a server that stops would wait. */
    endStreams: () => live.close(),
    /** What the look-up page asks for a person whose session it has. */
    lookup(identifiers: readonly LookupIdentifier[], options: LookupOptions & Pick<Requester, 'session' | 'address'>) {
      audit.read({ id: '', ...options }, { kind: 'lookup', environment: options.environment })
      return lookup.lookup(identifiers, options)
    },
    /** Whether this database is held, or was; undefined if it never was. */
    holdSummary: () => holds.summary(),
    recordNotes: notes.recordNotes,
    presets: activity.presets,
    team,
    variables,
    keptDays: { request_days: settings.retention.requests, transfer_days: settings.retention.transfers },
    /** What exports and webhooks read views by. */
    savedViews: views.views,
    audit,
    /** Counts of limited acts, by network. */
    counts: createCounts({ database, clock, encryption }),
    writes,
    sessions,
    access,
    policies,
    /** Whether it is a world of a visitor's own. */
    isWorld,
    mayRehearse: rehearsals.mayRehearse,
    /** next-auth's options. */
    authOptions: () => auth.options({ address: '' }),
    /** The cookie that holds a session's id. */
    sessionCookie: sessionCookie(settings),
    sessionOf: (cookies: string | null, isPersonal: boolean) => access.sessionOf(cookies, isPersonal),
    /** Whether a `Cookie` header's session was alive a moment ago; it grants nothing. */
    isLiving: (cookies: string | undefined) => access.isLiving(cookies ?? null),
    /** Logs that a page was answered. */
    pageAnswered: ({ method, environment, section, status, millis }: AnsweredPage) =>
      log.info(
        { event: 'page-answered', method, environment, section, status, duration_ms: Math.round(millis) },
        'page',
      ),
    signInChoices: createSignInChoices(settings, clock),
    homeEnvironment: homeEnvironment(settings),
    /** The environments that are configured here. */
    environments: core.environments,
    /** What an environment's pages need to know; undefined if it is not configured here. */
    environmentOf(name: string | undefined) {
      const environment = name ?? core.environments[0]
      if (!isEnvironment(environment) || !core.environments.includes(environment)) return undefined
      return {
        environment,
        requiresIdentity: settings.requiresIdentity[environment] === true,
        confirmAbove: settings.orderConfirmAbove,
        isBuiltIn: environment === 'sandbox' && settings.isEmbedded,
        /** Whether visitors try things here. */
        isDemo: environment === 'sandbox' && settings.isEmbedded && settings.hasDemoUsers,
        clocks: { console: clock.now(), provider: upstreams.of(environment).now() },
      }
    },
    /** Whether it can serve people now. */
    readiness: monitoring.readiness,
    /** Logs that a page could not be rendered. `digest` is what its browser was told of the error. */
    pageFailed(error: unknown, { route, traceparent }: { route: string; traceparent: string | null }) {
      const { traceId: trace_id } = traceContextOf({ get: (name) => (name === 'traceparent' ? traceparent : null) })
      const { digest } = Object(error) as { digest?: unknown }
      log.error({ event: 'page-failed', route, trace_id, digest, ...traceOf(error) }, 'page')
    },
    /** What security.txt says. */
    security: { contact: settings.securityContact, origin: settings.origin },
    /** How many days pages keep drafts of forms. */
    draftDays: settings.retention.drafts,
    log,
    /** Whether no new requests should be sent here; they are still answered. */
    isStopping: () => isStopping,
    beginToStop() {
      isStopping = true
    },
    stopWork,
    async writesEnded() {
      while (writes.running.size > 0) await Promise.allSettled(writes.running.values())
    },
    async close() {
      await stopWork()
      await records.close()
      await audit.writeReads()
      await audit.writeRefused()
      if (!isWorld) await checkpoints.close()
      await database.destroy()
      await metricsServer?.stop()
    },
  }
}

export type Console = ReturnType<typeof createConsole>
