/** The session of a page: the first thing every page asks for, before anything streams. */
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { preload } from 'react-dom'
import type { Clocks } from '../api/clocks'
import type { HoldSummary } from '../features/hold/interface'
import type { KeptDays, ShownVariable, TeamSettings, TeamVersion } from '../features/team/interface'
import type { Environment } from '../provider/environments'
import type { Role } from '../provider/roles'
import { isGuest } from '../server/auth/people'
import { idleMinutes } from '../server/auth/sessions'
import { consoleOf, runningConsole } from './running-console'

/** What a page may know of the person who opened it. */
export type PageSession = {
  name: string
  /** The person's subject, under which this tab keeps their drafts. */
  person: string
  /** After how many minutes without activity the session ends. */
  idleMinutes: number
  roles: Role[]
  environments: Environment[]
  environment: Environment
  clocks: Clocks
  /** Whether this environment requires identity and account with every order. */
  requiresIdentity: boolean
  /** The desk's figure: a total above it is typed before it is sent. */
  confirmAbove: string
  /** Whether it is the sandbox that is built in. */
  isBuiltIn: boolean
  /** Whether it is a demo, in which visitors try things. */
  isDemo: boolean
  /** Whether the person is in a world of their own. */
  isWorld: boolean
  /** Whether the person may let things happen in the sandbox. */
  mayRehearse: boolean
  /** Whether they joined it by another visitor's link. */
  isGuest: boolean
  team: TeamSettings
}

/**
 * The session of the page that is being rendered. Without one: 307 to the sign-in page, which leads back, with
 * `reason=ended` and in `ended` why, if known. In an environment that is not configured here: 404.
 */
export async function pageSession(environment?: string): Promise<PageSession> {
  const { isConfigured, ...session } = await frameSession(environment)
  if (!isConfigured) notFound()
  return session
}

/** The same for what is around a page, which is there without its environment too: then it is that of the person's home. */
export async function frameSession(environment?: string): Promise<PageSession & { isConfigured: boolean }> {
  const sent = await headers()
  const running = await consoleOf(sent.get('cookie'))
  const isPersonal = !sent.get('sec-purpose')?.startsWith('prefetch')
  const session = await running.sessionOf(sent.get('cookie'), isPersonal)
  if (!session || 'ended' in session) {
    const query = new URLSearchParams({ callbackUrl: sent.get('x-mintdesk-path') ?? '/' })
    if (session) query.set('reason', 'ended')
    if (session?.ended) query.set('ended', session.ended)
    redirect(`/sign-in?${query}`)
  }
  const here = running.environmentOf(environment)
  const shown = here ?? running.environmentOf(running.homeEnvironment)
  if (!shown) notFound()
  const { name, subject, roles } = session
  // Read with a person's views: they are too long to be in every page.
  const { starter_views: _, ...team } = await running.team.settings()
  return {
    name,
    person: subject,
    idleMinutes: idleMinutes(subject),
    roles,
    environments: running.environments,
    isWorld: running.isWorld,
    mayRehearse: running.mayRehearse(shown.environment, roles),
    isGuest: isGuest(subject),
    team,
    ...shown,
    isConfigured: here !== undefined,
  }
}

/**
 * Lets the browser ask for what a page shows before the page's code is there. Only where a page is loaded: a step from one page
 * to another may have it already, and a page that is only prepared must not read anything.
 * @param urlsOf paths of this console, by the page's query string; what is undefined cannot be asked yet
 */
export async function askEarly(urlsOf: (params: URLSearchParams) => (string | undefined)[]): Promise<void> {
  const sent = await headers()
  if (sent.get('sec-fetch-mode') !== 'navigate' || sent.has('sec-purpose')) return
  const { searchParams } = new URL(sent.get('x-mintdesk-path') ?? '/', 'http://console.invalid')
  for (const url of urlsOf(searchParams)) if (url) preload(url, { as: 'fetch', crossOrigin: 'anonymous' })
}

/** Whether an environment is configured here. */
export const isConfigured = async (environment: Environment): Promise<boolean> =>
  (await runningConsole()).environments.includes(environment)

/** The environment that a person lands in: production if it is configured, else the sandbox. */
export const homeEnvironment = async (): Promise<Environment> => (await runningConsole()).homeEnvironment

type TeamPage = { versions: TeamVersion[]; variables: readonly ShownVariable[]; keptDays: KeptDays }

/** What the page of the desk's settings shows, for an admin. */
export async function teamPage(): Promise<TeamPage> {
  const { team, variables, keptDays } = await consoleOf((await headers()).get('cookie'))
  return { versions: await team.versions(), variables, keptDays }
}

/** How many days pages keep drafts of forms. */
export const draftDays = async () => (await runningConsole()).draftDays

/** Whether this database is held, or was; undefined if it never was, or cannot be read, which the page's own reads say. */
export const holdSummary = async (): Promise<HoldSummary | undefined> =>
  (await consoleOf((await headers()).get('cookie'))).holdSummary().catch(() => undefined)

export const signInChoices = async () => (await runningConsole()).signInChoices()
