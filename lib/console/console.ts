/** The console: its parts, made from the settings, the database and the clock, and what routes and pages call. */
import type { Dispatcher } from 'undici'
import { sentEvent } from '../api/sent-log'
import { currentHold } from '../database/hold'
import { tablesProblem } from '../database/migrate'
import { type Database, pingDatabase } from '../database/open'
import { createActivity } from '../features/activity/server/activity'
import { createPresets } from '../features/activity/server/presets'
import { createApprovals } from '../features/approvals/server/approval-routes'
import { PolicyStore } from '../features/approvals/server/policies'
import { Weighing } from '../features/approvals/server/weighing'
import { createAuditReading } from '../features/audit/server/audit-reading'
import { createAuditRoutes } from '../features/audit/server/audit-routes'
import { createCheckpoints } from '../features/audit/server/checkpoints'
import { createConnection } from '../features/connection/server/connection'
import { Exporter } from '../features/exports/server/exporter'
import { createExports } from '../features/exports/server/exports'
import { ExportJobs } from '../features/exports/server/jobs'
import { ExportSchedules } from '../features/exports/server/schedules'
import type { ConsoleHandlers } from '../features/handlers'
import { createHoldRoutes } from '../features/hold/server/hold-routes'
import { createHolds } from '../features/hold/server/holds'
import { Live } from '../features/live/server/live'
import { createStreams } from '../features/live/server/streams'
import type { LookupIdentifier } from '../features/lookup/input'
import { createLookup, type LookupOptions, lookupIdentifiers, mostLookups } from '../features/lookup/server/lookup'
import { movementEvents } from '../features/money/server/movement-events'
import { knownRules } from '../features/money/server/movement-requests'
import { createMovements } from '../features/money/server/movement-routes'
import { MovementStore } from '../features/money/server/movement-store'
import { createFigures } from '../features/monitoring/server/figures'
import { gaugeSources, type Pool } from '../features/monitoring/server/gauges'
import { createProbes } from '../features/monitoring/server/probes'
import { createReadiness } from '../features/monitoring/server/readiness'
import { createNotes } from '../features/notes/server/note-routes'
import { RecordNoteStore } from '../features/notes/server/record-notes'
import { consoleOperations } from '../features/operations'
import { createOverview } from '../features/overview/server/overview-routes'
import { createPeopleRoutes } from '../features/people/server/people-routes'
import { createObserved, createRecordLists } from '../features/records/server/record-routes'
import { createRehearsals } from '../features/rehearsals/server/rehearsal-routes'
import { consoleSchemas } from '../features/schemas'
import type { ShownVariable } from '../features/team/interface'
import { createTeam } from '../features/team/server/team'
import { createViews } from '../features/views/server/view-routes'
import { ViewStore } from '../features/views/server/view-store'
import { receiverConnections } from '../features/webhooks/server/receiver-address'
import { createWebhookRoutes } from '../features/webhooks/server/webhook-routes'
import { Webhooks } from '../features/webhooks/server/webhooks'
import { environments, isEnvironment } from '../provider/environments'
import { scannedLists } from '../provider/scanned-lists'
import { Audit, auditedIds, type Requester } from '../server/audit/audit'
import { createAuth } from '../server/auth/auth'
import type { ConsoleRequest } from '../server/auth/request-context'
import { sessionCookie } from '../server/auth/session-cookie'
import { createSignInChoices, homeEnvironment } from '../server/auth/sign-in-choices'
import type { Clock } from '../server/clock'
import { createClockCheck } from '../server/clock-check'
import { Encryption } from '../server/encryption/encryption'
import { createReencryption } from '../server/encryption/reencryption'
import { answer, jsonAnswer } from '../server/http/answer'
import { describeConsole } from '../server/http/console-description'
import { createConsoleRoutes } from '../server/http/console-routes'
import type { AnsweredPage } from '../server/http/guard'
import { proxy } from '../server/http/proxy'
import { createSignInRoutes } from '../server/http/sign-in-routes'
import { Follower } from '../server/records/follower'
import { RecordList } from '../server/records/record-list'
import { Records } from '../server/records/records'
import type { ClientControl } from '../server/sandbox-control'
import type { Settings } from '../server/settings'
import { type Log, traceOf } from '../server/telemetry/log'
import type { Metrics } from '../server/telemetry/metrics'
import type { MetricsServer } from '../server/telemetry/metrics-server'
import { traceContextOf } from '../server/telemetry/trace-context'
import { openConnections } from '../server/upstream/connections'
import { Upstreams } from '../server/upstream/upstream'
import { createBounds } from '../server/work/bounds'
import { createCounts } from '../server/work/counts'
import { Places } from '../server/work/fair-queue'
import { Retention } from '../server/work/retention'
import type { WriteCore } from '../server/writes/core'
import { createDigests } from '../server/writes/digests'
import { Ledger } from '../server/writes/ledger'
import { createMarkUpkeep, keepNewestMark } from '../server/writes/mark-upkeep'
import { createOldIntents } from '../server/writes/old-intents'

export type ConsoleDependencies = {
  settings: Settings
  /** Migrated to the newest version. */
  database: Database
  log: Log
  clock: Clock
  /** The connections of reads and token requests; by default one pool per environment. Each write opens its own. */
  dispatcher?: Dispatcher
  /** Where requests and calls are counted; undefined if nobody reads it. */
  metrics?: Metrics
  /** Where they are read; it ends with the console. */
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

/** Milliseconds between two looks of a world at what is to be done: of worlds there are many. */
const worldPause = 30_000

/** Who reads rules for webhooks. */
const itself = { subject: 'webhooks', roles: ['treasury' as const] }

/** A console that keeps nothing outside itself: neither globals nor variables of the process. */
export function createConsole(dependencies: ConsoleDependencies) {
  const {
    settings,
    database,
    log,
    clock,
    dispatcher,
    metrics,
    metricsServer,
    control,
    pools = {},
    hasRoom = () => true,
    build = {},
    variables = [],
  } = dependencies
  const encryption = new Encryption(settings)
  const bounds = createBounds({ database, clock, encryption, storage: settings.worldStorage })
  const audit = new Audit({ database, clock, log, encryption, bounds })
  const upstreams = new Upstreams({ settings, clock, dispatcher, metrics })
  const { production } = settings.credentials
  const providerTime = () => production && upstreams.of('production').knownTime()
  const clockCheck = createClockCheck({ database, clock, providerTime })
  const auth = createAuth({ settings, database, clock, log, dispatcher, encryption, audit, bounds, clockCheck })
  const { access, sessions } = auth
  const { ownRoles } = settings
  const policies = new PolicyStore(encryption, clock, auth.stepUp)
  const weighing = new Weighing(database, policies, encryption, settings.hasDemoUsers, ownRoles, (intents) =>
    movements.plansOfRules(intents),
  )
  const ledger = new Ledger({
    database,
    clock,
    encryption,
    weighing,
    audit,
    stepUp: auth.stepUp,
    announceAltered: (intent, reason) => log.error({ event: reason, intent }, 'writes'),
  })
  const holds = createHolds({ database, clock, encryption, marks: ledger.marks })
  const writes: WriteCore = {
    settings,
    clock,
    upstreams,
    ledger,
    holds,
    running: new Map(),
    announceSend: (sent) => log.info({ event: sentEvent, ...sent }, 'writes'),
    carriedOut: (name) => {
      for (const follower of followers.get(name) ?? []) follower.hurry()
    },
  }
  const approvals = createApprovals({ weighing, writes, database, clock, log, hasDemoUsers: settings.hasDemoUsers })
  const presets = createPresets(database, clock, encryption)
  const records = new Records({ database, clock, log, encryption })
  const isWorld = settings.world !== undefined
  const configured = environments.filter((name) => settings.credentials[name])
  const followers = new Map(
    configured.map((name) => {
      const following = { upstream: upstreams.of(name), records, clock, log, ...(isWorld && { pause: worldPause }) }
      return [name, scannedLists.map((list) => new Follower({ ...following, list }))]
    }),
  )
  const recordNotes = new RecordNoteStore({
    database,
    clock,
    encryption,
    ownRoles,
    hasDemoUsers: settings.hasDemoUsers,
  })
  const team = createTeam({ database, clock, log, encryption })
  const views = new ViewStore({
    database,
    clock,
    encryption,
    chosenStarters: async () => (await team.settings()).starter_views,
  })
  const movements = new MovementStore({ database, clock, encryption, sets: records.rows.movements })
  const recordList = new RecordList({ database, encryption })
  const live = new Live({
    clock,
    log,
    upstreams,
    records,
    watch(name) {
      const ends = (followers.get(name) ?? []).map((follower) => follower.watch())
      return () => {
        for (const end of ends) end()
      }
    },
  })
  const { allowsPrivateWebhooks } = settings
  const connections = receiverConnections(allowsPrivateWebhooks, settings.proxy)
  const webhooks = new Webhooks({
    database,
    clock,
    log,
    upstreams,
    records,
    connections,
    encryption,
    eventsOfMovements: (owner, changes) =>
      movementEvents(
        {
          records,
          routesOf: async (environment) => (await knownRules(writes, environment, itself)).map(({ route }) => route),
          urlOf: (environment, id) => `${settings.origin}/${environment}/money/${id}`,
        },
        owner,
        changes,
      ),
    notices: {
      origin: settings.origin,
      rows: ledger.rows,
      plansOf: (intents) => movements.plansOfRules(intents),
      profileName: (owner, id) => presets.textOf(owner, 'profile', id),
    },
    hasDemoUsers: settings.hasDemoUsers,
  })
  const core = {
    clock,
    log,
    metrics,
    access,
    audit,
    bounds,
    team,
    writes,
    presets,
    records,
    recordNotes,
    movements,
    stepUp: auth.stepUp,
    lookups: new Places(mostLookups),
    recordList,
    views,
    live,
    webhooks,
    upstreams,
  }
  const movementHandlers = createMovements(core)
  const jobs = new ExportJobs({ database, clock, encryption, storage: settings.exportStorage })
  const schedules = new ExportSchedules({
    database,
    clock,
    encryption,
    jobs,
    upstreams,
    hasDemoUsers: settings.hasDemoUsers,
    ownRoles,
  })
  const exporting = { ...core, database, encryption, jobs, schedules }
  const exporter = new Exporter(exporting)
  const { retention: standard } = settings
  // Failing rather than falling back: what the desk wants kept longer would be gone.
  const days = async () => (await team.current()).request_days ?? standard.requests
  const transferDays = async () => (await team.current()).transfer_days ?? standard.transfers
  const onBroken = (mark: number) => log.error({ event: 'record-set-back', mark }, 'writes')
  const rehearsals = createRehearsals({ clock, control, isWorld })
  const retention = new Retention({ clock, log }, [
    { name: 'sessions', step: sessions.removeOld },
    { name: 'sign-in counts', step: auth.limits.removeOld },
    { name: 'confirmations', step: auth.stepUp.removeOld },
    { name: 'requests', step: createOldIntents({ database, clock, rows: ledger.rows, days }).step },
    { name: 'marks of requests', step: createMarkUpkeep({ database, clock, marks: ledger.marks, days, onBroken }) },
    { name: 'presets', step: () => presets.removeOld(standard.presets) },
    { name: 'transfers', step: async () => records.removeOld(await transferDays()) },
    { name: 'notes on records', step: async () => recordNotes.removeOld(await days()) },
    { name: 'movements', step: async () => movements.removeOld(await days()) },
    { name: 'exports', step: () => jobs.removeOld() },
    { name: 'views of people who left', step: () => views.removeOld() },
    { name: 'webhook events', step: () => webhooks.outbox.removeOld() },
    { name: 'webhook secrets', step: () => webhooks.endpoints.removeOldSecrets() },
    { name: 'encryption with the first key', step: createReencryption({ database, clock, encryption }).step },
    ...(settings.fingerprintKeys.length > 1
      ? [{ name: 'digests', step: createDigests({ database, clock, encryption, isWriting: true }).step }]
      : []),
  ])
  retention.start()
  const outside = dispatcher ?? (settings.proxy && openConnections(settings.proxy, {}))
  const checkpoints = createCheckpoints({ settings, database, clock, log, dispatcher: outside })
  const auditReading = createAuditReading({
    database,
    check: checkpoints.check,
    rows: ledger.rows,
    plansOf: (intents) => movements.plansOfRules(intents),
    namesOf: (object) => [object, ...auditedIds({ id: object }, encryption)],
  })
  let isStopping = false
  let stopped: Promise<unknown> | undefined
  const stopWork = async () => {
    live.close()
    stopped ??= Promise.all([
      ...[retention.close(), approvals.close(), exporter.close(), webhooks.close(), probes.close()],
      ...[...followers.values()].flat().map((follower) => follower.close()),
    ])
    await stopped
  }
  const readiness = createReadiness({
    clock,
    log,
    checks: [
      { name: 'database', holds: () => pingDatabase(database).then(() => true) },
      { name: 'migrations', holds: async () => (await tablesProblem(database)) === undefined },
      { name: 'clock', holds: clockCheck.isRight },
      { name: 'policy', holds: () => policies.isKnown(database) },
      { name: 'stopping', holds: () => !isStopping },
      { name: 'held', holds: async () => !(await currentHold(database)), isNotice: true },
      { name: 'audit', holds: checkpoints.isWhole, isNotice: true },
      { name: 'writes', holds: hasRoom, isNotice: true },
    ],
  })
  const { exportStorage, origin } = settings
  const figures = createFigures({ database, clock, shown: configured, exportStorage })
  const probes = createProbes({ clock, log, upstreams, origin })
  // Gauges are of the console that all share; what is counted is counted everywhere.
  if (!isWorld)
    metrics?.observe(configured, gaugeSources({ readiness, upstreams, probes: probes.samples, figures, pools }))

  return {
    /** Begins what this process does unasked: transfers, exports, schedules, webhooks, and looks at the provider for metrics. */
    begin() {
      // Only what was left undone waits for this look.
      const pause = isWorld ? worldPause : undefined
      exporter.start(pause)
      webhooks.start(configured)
      approvals.start(pause)
      for (const follower of [...followers.values()].flat()) follower.start()
      if (metrics && !isWorld) probes.start(configured)
      // Of worlds nothing is kept.
      if (isWorld) return
      const started = audit.write({ act: 'console-started', detail: { encryption_key: encryption.keyName } })
      checkpoints.start(started.catch((error) => log.error(traceOf(error), 'audit')))
      keepNewestMark(ledger.marks, settings, (error) =>
        log.warn({ event: 'newest-mark-not-kept', ...traceOf(error) }, 'writes'),
      )
    },
    http: {
      proxy: (request: ConsoleRequest) => proxy(core, request),
      signIn: createSignInRoutes({ clock, log, metrics, audit }, auth),
    },
    /** Answers what is asked below /api/{environment}, but for the provider's operations. */
    own: createConsoleRoutes(
      core,
      consoleOperations,
      {
        ...createActivity(core),
        ...approvals.handlers,
        ...createLookup(core),
        ...createRecordLists(core),
        ...createOverview({ ...core, listMovements: movementHandlers.listMovements }),
        ...createObserved(records),
        ...movementHandlers,
        ...createStreams(core),
        ...createNotes(core),
        ...createViews(core),
        ...createExports({ ...exporting, exporter }),
        ...createAuditRoutes(auditReading, isWorld),
        ...createWebhookRoutes({ ...core, allowsPrivateWebhooks }),
        ...createPeopleRoutes({ ...core, database, sessions, settings }),
        ...createHoldRoutes({ ...core, database, encryption, holds }),
        ...createConnection({ settings, database, clock, upstreams, figures, build }),
        ...rehearsals.handlers,
        ...team.handlers,
      } satisfies ConsoleHandlers,
      consoleSchemas,
    ),
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
      return lookupIdentifiers(core, identifiers, options)
    },
    /** Whether this database is held, or was; undefined if it never was. */
    holdSummary: () => holds.summary(),
    recordNotes,
    presets,
    team,
    variables,
    keptDays: { request_days: standard.requests, transfer_days: standard.transfers },
    /** What exports and webhooks read views by. */
    savedViews: views,
    audit,
    /** How often networks did what is limited. */
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
    environments: configured,
    /** What an environment's pages need to know; undefined if it is not configured here. */
    environmentOf(name: string | undefined) {
      const environment = name ?? configured[0]
      if (!isEnvironment(environment) || !configured.includes(environment)) return undefined
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
    readiness,
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
