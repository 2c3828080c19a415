/**
 * The clocks of the console and of the provider. This browser's own may be wrong by any time, so it judges no record: it only
 * measures how long ago this page did something. Every answer says what the other two show, and before it the page does.
 */
import { type Clocks, clocksHeader, readClocks } from '../api/clocks'

/** Whose clock a time is by: this browser's, the console's, or the provider's of an environment. */
export type ClockName = 'browser' | 'console' | 'provider'

/** Milliseconds that the console is ahead of this browser; undefined until it is known. */
let consoleAhead: number | undefined
/** Milliseconds that the provider is ahead of the console, by environment. */
const providerAhead = new Map<string, number>()
const listeners = new Set<() => void>()

/** Answers take a while, and the provider's time has whole seconds. */
const noise = 1_500

/** @param at when the console said so, by this browser's clock */
function note(environment: string, { console, provider }: Clocks, at: number): void {
  const before = timeBy('provider', 0, environment)
  consoleAhead = console - at
  providerAhead.set(environment, provider - console)
  if (Math.abs(timeBy('provider', 0, environment) - before) > noise) for (const listener of listeners) listener()
}

const environmentIn = (path: string) => path.split('/').find((part) => part !== '' && part !== 'api') ?? ''

/** Learns from an answer. @param url of this console: `/api/{environment}/…` @param at when it began to arrive */
export function noteAnswer(url: string, { headers }: Pick<Response, 'headers'>, at = Date.now()): void {
  const clocks = readClocks(headers.get(clocksHeader))
  if (clocks) note(environmentIn(url), clocks, at)
}

/** Learns from the page, which the console made when it was requested; a page that was kept says less than an answer. */
export function notePage(environment: string, clocks: Clocks): void {
  if (typeof window === 'undefined') return
  if (consoleAhead !== undefined) return void providerAhead.set(environment, clocks.provider - clocks.console)
  const [navigation] = performance.getEntriesByType('navigation')
  const answered = navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0
  note(environment, clocks, answered > 0 ? performance.timeOrigin + answered : Date.now())
}

/** Forgets what was learned, for tests. */
export function forgetClocks(): void {
  consoleAhead = undefined
  providerAhead.clear()
}

/** Hears when a clock turns out to show something else than before. */
export function onClocksChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const pageEnvironment = () => (typeof window === 'undefined' ? '' : environmentIn(window.location.pathname))

/**
 * A moment of this browser's clock as another clock shows it, both ms since 1970; unchanged while the other is not known.
 * @param environment by default that of the page
 */
export function timeBy(clock: ClockName, at: number, environment = pageEnvironment()): number {
  if (clock === 'browser') return at
  return at + (consoleAhead ?? 0) + (clock === 'provider' ? (providerAhead.get(environment) ?? 0) : 0)
}

/** What a clock shows now, ms since 1970. */
export const nowBy = (clock: ClockName, environment?: string): number => timeBy(clock, Date.now(), environment)

/** A moment of the console's clock as this browser's shows it. */
export const fromConsole = (at: number): number => at - (consoleAhead ?? 0)
