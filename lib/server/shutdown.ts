/** Ends a console that was asked to stop, so that neither a request nor a person notices. */
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { takeSignals } from './take-signals.mjs'
import type { Log } from './telemetry/log'

/** What of the console a shutdown ends, in this order. */
export type Stoppable = {
  /** From now on /api/ready says no, and every answer closes its connection. */
  beginToStop: () => void
  /** Ends event streams and what the console does unasked; another console takes that over. */
  stopWork: () => Promise<void>
  /** Resolves when every write that was begun has an outcome, also one whose browser has gone. */
  writesEnded: () => Promise<void>
  /** Closes what is left, the database last. */
  close: () => Promise<void>
}

export type ShutdownTimes = {
  /** Milliseconds until what is still in flight is cut off. */
  shutdownMillis: number
  /** The first of them, in which requests are still answered, because a balancer has yet to learn that none shall come. */
  shutdownDelayMillis: number
}

/** Milliseconds in which the database must be closed once nothing is in flight. */
const closingMillis = 2_000

/** Whether a promise settles within so many milliseconds. */
async function isWithin(millis: number, promise: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController()
  const late = pause(Math.max(0, millis), false, { signal: timer.signal }).catch(() => false)
  return Promise.race([promise.then(() => true), late]).finally(() => timer.abort())
}

/** Stops a server: no new connections, idle ones closed. Resolves when its last request has been answered. */
const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    // Node closes what is idle once; a connection whose request is still answered would then be kept for seconds.
    const sweep = setInterval(() => server.closeIdleConnections(), 50).unref()
    server.close(() => {
      clearInterval(sweep)
      resolve()
    })
  })

/** @returns whether everything in flight ended in time */
export async function shutDown(
  console: Stoppable,
  servers: readonly Server[],
  { shutdownMillis, shutdownDelayMillis }: ShutdownTimes,
): Promise<boolean> {
  const until = performance.now() + shutdownMillis
  console.beginToStop()
  await pause(shutdownDelayMillis)
  const ended = Promise.all([...servers.map(closed), console.stopWork()]).then(() => console.writesEnded())
  const isWhole = await isWithin(until - performance.now(), ended)
  for (const server of servers) server.closeAllConnections()
  return (await isWithin(closingMillis, console.close())) && isWhole
}

/** Milliseconds in which a second signal is the same wish: a terminal and npm each pass one on. */
const sameWishMillis = 1_000

/** Shuts down on the first signal, and ends at once on a second. @param end ends the process with this code */
export function stopOnSignals(
  { log, end }: { log: Pick<Log, 'info' | 'warn'>; end: (code: number) => void },
  shutDownNow: () => Promise<boolean>,
): void {
  let began: number | undefined
  const stop = (signal: string) => {
    if (began !== undefined) {
      if (performance.now() - began < sameWishMillis) return
      log.warn({ event: 'stopped-at-once', signal }, 'stopping')
      return end(1)
    }
    began = performance.now()
    log.info({ event: 'stopping', signal }, 'stopping')
    shutDownNow()
      .catch(() => false)
      .then((isWhole) => {
        const seconds = Math.round((performance.now() - (began ?? 0)) / 100) / 10
        if (isWhole) log.info({ event: 'stopped', seconds }, 'stopping')
        else log.warn({ event: 'stopped-late', seconds }, 'stopping')
        end(isWhole ? 0 : 1)
      })
  }
  takeSignals(stop)
}
