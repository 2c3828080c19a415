/** Whether this console can serve people now, for load balancers: GET /api/ready (docs/looking-after.md, "Telemetry"). */
import { type Clock, wait } from '../../../server/clock'
import { recent } from '../../../server/recent'
import { type Log, traceOf } from '../../../server/telemetry/log'

/** One thing that must hold. Anyone may read its name, so it says nothing about how the console is built. */
export type ReadyCheck = {
  name: string
  /** Whether it holds; what it throws counts as no, and is logged. It is asked about once a second. */
  holds: () => boolean | Promise<boolean>
  /** The console serves people although it does not hold, and says so. */
  isNotice?: boolean
}

export type ReadyState = {
  /** Each check whose answer is known. */
  checks: ReadonlyMap<ReadyCheck, boolean>
  failing: string[]
  notices: string[]
}

/** Milliseconds for which an answer is used again: balancers ask often, and several of them at once. */
const freshMillis = 1_000
/** Milliseconds after which a check counts as failing. It is not asked again before it has answered. */
const patience = 2_000

/** `why` it does not hold, for the log. Nobody knows of a notice that could not be asked: it neither holds nor is said. */
type Answer = { holds: boolean | undefined; why: object }

const withoutAnswer = ({ isNotice }: ReadyCheck) => (isNotice ? undefined : false)

export function createReadiness({ clock, log, checks }: { clock: Clock; log: Log; checks: readonly ReadyCheck[] }) {
  const pending = new Map<ReadyCheck, Promise<Answer>>()
  /** What the log was told last. */
  const logged = new Map<ReadyCheck, boolean>()
  /** At most a second old. Never throws. */
  const state = recent(clock, freshMillis, ask)

  /** 200 if the console is ready, 503 if not; names the checks that fail, and nothing else. */
  async function answer(): Promise<Response> {
    const { failing, notices } = await state()
    return readyAnswer(failing, notices)
  }

  async function ask(): Promise<ReadyState> {
    const answers = await Promise.all(checks.map(async (check) => [check, await inTime(check)] as const))
    const held = new Map(answers.flatMap(([check, holds]) => (holds === undefined ? [] : [[check, holds] as const])))
    const without = checks.filter((check) => held.get(check) === false)
    return {
      checks: held,
      failing: without.flatMap(({ name, isNotice }) => (isNotice ? [] : name)),
      notices: without.flatMap(({ name, isNotice }) => (isNotice ? name : [])),
    }
  }

  async function inTime(check: ReadyCheck): Promise<boolean | undefined> {
    const answered = new AbortController()
    const late = wait(clock, patience, answered.signal).then(
      () => ({ holds: withoutAnswer(check), why: { reason: 'no answer in time' } }),
      () => ({ holds: withoutAnswer(check), why: {} }),
    )
    const { holds, why } = await Promise.race([pending.get(check) ?? begin(check), late])
    answered.abort()
    if (holds !== undefined) note(check, holds, why)
    return holds
  }

  function begin(check: ReadyCheck): Promise<Answer> {
    const answering = (async () => ({ holds: await check.holds(), why: {} }))()
      .catch((failure) => ({ holds: withoutAnswer(check), why: traceOf(failure) }))
      .finally(() => pending.delete(check))
    pending.set(check, answering)
    return answering
  }

  /** Logs that a check holds no longer, and that it holds again. */
  function note(check: ReadyCheck, holds: boolean, why: object): void {
    const before = logged.get(check) ?? true
    logged.set(check, holds)
    const { name } = check
    if (before && !holds) log.warn({ event: 'not-ready', check: name, ...why }, 'ready')
    if (!before && holds) log.info({ event: 'ready-again', check: name }, 'ready')
  }

  return { state, answer }
}

export type Readiness = ReturnType<typeof createReadiness>

/** @param failing names of the checks that fail @param notices names of those that do not hold and need not */
const readyAnswer = (failing: readonly string[], notices: readonly string[] = []): Response =>
  Response.json(
    { status: failing.length === 0 ? 'ready' : 'not-ready', failing, notices },
    { status: failing.length === 0 ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  )

/**
 * The answer of a console that may still be opening, or could not be opened.
 * @param hasProblems whether its variables are wrong; if not, its database could not be used
 */
export async function answerWhileOpening(
  opening: Promise<Pick<Readiness, 'answer'>>,
  hasProblems: () => boolean,
  clock: Clock,
): Promise<Response> {
  const late = wait(clock, patience).then(() => 'starting')
  const failed = () => (hasProblems() ? 'settings' : 'database')
  const opened = await Promise.race([opening.catch(failed), late])
  return typeof opened === 'string' ? readyAnswer([opened]) : opened.answer()
}
