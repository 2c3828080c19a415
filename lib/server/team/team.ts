/** What the desk sets without a deploy: versions, of which the newest counts. */
import type { TeamSettings, TeamVersion } from '../../api/console/team'
import { ProblemError } from '../../api/problem'
import type { Database } from '../../database/open'
import { type Clock, microseconds, timeOf } from '../clock'
import { type ConsoleHandlers, refuse } from '../http/console-routes'
import type { Log } from '../http/log'
import { recent } from '../telemetry/recent'

/** Milliseconds after which every console knows a change. */
const freshMillis = 2_000
/** Versions that are shown. */
const mostShown = 20

export function createTeam({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  /** Newest first. @throws the database's error */
  async function versions(): Promise<TeamVersion[]> {
    const rows = await database
      .selectFrom('team_version')
      .selectAll()
      .orderBy('version', 'desc')
      .limit(mostShown)
      .execute()
    return rows.map(({ version, at, person, settings }) => ({
      ...{ version, at: timeOf(at), person },
      settings: JSON.parse(settings),
    }))
  }

  let known: TeamSettings = {}
  const read = () => recent(clock, freshMillis, async () => (await versions())[0]?.settings ?? {})
  let newest = read()

  return {
    versions,

    /** What counts now, at most two seconds old. @throws the database's error */
    current: () => newest(),

    /** The same; while the database fails, what counted last. */
    async settings(): Promise<TeamSettings> {
      known = await newest().catch(() => known)
      return known
    },

    handlers: {
      changeTeamSettings: async ({ values: { id }, body, session }) => {
        if (!/^[1-9]\d{0,8}$/.test(id)) refuse([{ field: 'id', message: 'Enter the number of the next version.' }])
        const version = Number(id)
        const [last] = await versions()
        if (version !== (last?.version ?? 0) + 1) throw changedMeanwhile(last?.person)
        const { numInsertedOrUpdatedRows } = await database
          .insertInto('team_version')
          .values({
            ...{ version, at: microseconds(clock), subject: session.subject, person: session.name },
            settings: JSON.stringify(body),
          })
          .onConflict((conflict) => conflict.column('version').doNothing())
          .executeTakeFirst()
        if (!numInsertedOrUpdatedRows) throw changedMeanwhile()
        newest = read()
        const before: Record<string, unknown> = { ...last?.settings }
        const after: Record<string, unknown> = { ...body }
        const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
          (name) => before[name] !== after[name],
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
