/** What the desk sets without a deploy: versions, of which the newest counts. */

import type { Database } from '../../../database/open'
import { ProblemError } from '../../../provider/problem'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import { refuse } from '../../../server/http/console-routes'
import { recent } from '../../../server/recent'
import type { Settings } from '../../../server/settings'
import type { Log } from '../../../server/telemetry/log'
import { viewErrors } from '../../checked-list'
import type { ConsoleHandlers } from '../../handlers'
import { viewSearch } from '../../views/interface'
import type { TeamSettings, TeamVersion } from '../interface'

/** Milliseconds after which every console knows a change. */
const freshMillis = 2_000
/** Versions that are shown. */
const mostShown = 20

type TeamDependencies = { settings: Settings; database: Database; clock: Clock; log: Log; encryption: Encryption }

const place = (version: number) => ['team_version', 'settings', String(version)] as const

export function registerTeam({ settings: { retention }, database, clock, log, encryption }: TeamDependencies) {
  /** @throws ProblemError 503 if they can no longer be decrypted */
  function settingsIn(version: number, stored: string): TeamSettings {
    const settings = encryption.decryptJson<TeamSettings>(stored, place(version))
    if (settings) return settings
    throw new ProblemError(503, 'settings-unreadable', 'The settings of the desk can no longer be read.', {
      detail: 'They were encrypted with a key that is gone. Tell your administrator.',
    })
  }

  /** Newest first. @throws the database's error; ProblemError 503 */
  async function versions(): Promise<TeamVersion[]> {
    const rows = await database
      .selectFrom('team_version')
      .selectAll()
      .orderBy('version', 'desc')
      .limit(mostShown)
      .execute()
    return rows.map(({ version, at, person, settings }) => ({
      version,
      at: timeOf(at),
      person,
      settings: settingsIn(version, settings),
    }))
  }

  let known: TeamSettings = {}
  const read = () => recent(clock, freshMillis, async () => (await versions())[0]?.settings ?? {})
  let newest = read()

  return {
    versions,

    /** @throws the database's error */
    async keptDays() {
      const { request_days = retention.requests, transfer_days = retention.transfers } = await newest()
      return { requests: request_days, transfers: transfer_days }
    },

    /** The same; while the database fails, what counted last. */
    async settings(): Promise<TeamSettings> {
      known = await newest().catch(() => known)
      return known
    },

    handlers: {
      changeTeamSettings: async ({ values: { id }, body, session }) => {
        if (!/^[1-9]\d{0,8}$/.test(id)) refuse([{ field: 'id', message: 'Enter the number of the next version.' }])
        const starters = body.starter_views?.map((view) => ({
          ...view,
          search: viewSearch(new URLSearchParams(view.search)),
        }))
        const errors = starters?.flatMap(({ name, list, search }) =>
          (viewErrors(list, new URLSearchParams(search), clock.now()) ?? []).map(({ message }) => ({
            field: 'starter_views',
            message: `${name}: ${message}`,
          })),
        )
        if (errors && errors.length > 0) refuse(errors)
        const settings = { ...body, ...(starters && { starter_views: starters }) }
        const version = Number(id)
        const [last] = await versions()
        if (version !== (last?.version ?? 0) + 1) throw changedMeanwhile(last?.person)
        const { numInsertedOrUpdatedRows } = await database
          .insertInto('team_version')
          .values({
            version,
            at: microseconds(clock),
            subject: session.subject,
            person: session.name,
            settings: encryption.encryptJson(settings, place(version)),
          })
          .onConflict((conflict) => conflict.column('version').doNothing())
          .executeTakeFirst()
        if (!numInsertedOrUpdatedRows) throw changedMeanwhile()
        newest = read()
        const before: Record<string, unknown> = { ...last?.settings }
        const after: Record<string, unknown> = settings
        const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
          (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
        )
        log.info({ event: 'settings-changed', version, changed, subject: session.subject }, 'security')
        return { versions: await versions() }
      },
    } satisfies Partial<ConsoleHandlers>,
  }
}

const changedMeanwhile = (person = 'Someone else') =>
  new ProblemError(409, 'settings-changed', 'The settings changed meanwhile.', {
    detail: `${person} saved a version. Load the page again to see it; what you typed is kept.`,
  })
