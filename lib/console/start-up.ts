/** What must hold before the console answers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { databaseMessage } from '../database/failures'
import { noteClientAddresses } from '../server/auth/client-address'
import { allowOnlyLocalConnections } from '../server/auth/local-only'
import { guardServers } from '../server/http/guard'
import { answerRead, isRead } from '../server/http/without-next'
import { readSettings } from '../server/settings'
import { shutDown, stopOnSignals } from '../server/shutdown'
import { MetricsPortTaken } from '../server/telemetry/metrics-server'
import { resolveVariables } from '../server/variables.mjs'
import { consoleOf, runningProcess, WrongSettings } from './running-console'

function stop(lines: string[]): never {
  const more = 'docs/troubleshooting.md has more about each.'
  console.error(['Mintdesk cannot start.', ...lines.map((line) => `- ${line}`), more].join('\n'))
  process.exit(1)
}

/** Answers reads of the provider without Next; in development Next does, because it loads changed sources again. */
function takeRead(request: IncomingMessage, response: ServerResponse): boolean {
  if (process.env.NODE_ENV !== 'production' || !isRead(request)) return false
  consoleOf(request.headers.cookie)
    .then(({ http }) => answerRead(http.proxy, request, response))
    // Nothing known leads here; without it, what does would end the process.
    .catch(() => response.destroy())
  return true
}

/** Checks the variables and opens the console, or says what to correct and ends the process. */
export async function startUp(): Promise<void> {
  // Next heard a signal before next.config.js took them: its server is closed, and waits for connections that stay open.
  if (process.env.NODE_ENV === 'production' && !process.getActiveResourcesInfo().includes('TCPServerWrap'))
    process.exit(0)
  // These two are also read where settings do not reach: by next-auth, and before each page by proxy.ts.
  const { variables, problems } = resolveVariables(process.env)
  for (const name of ['NEXTAUTH_URL', 'CSP_REPORT_URL']) {
    if (problems.some((problem) => problem.name === name) || !variables[name]) continue
    process.env[name] = variables[name]
    for (const way of ['FILE', 'COMMAND']) delete process.env[`${name}_${way}`]
  }
  process.env.NEXTAUTH_URL ||= `http://localhost:${process.env.PORT || '3000'}`
  const read = readSettings(process.env)
  if ('problems' in read) stop(read.problems)
  const { hasDemoUsers, isOpenToOthers, origin, trustedProxyHops } = read.settings
  // All people share the address of a proxy, which limits them itself.
  const connectionsPerAddress = trustedProxyHops > 0 ? 0 : 512
  let opened: Awaited<ReturnType<typeof runningProcess>> | undefined
  const { servers } = guardServers({
    origin,
    connectionsPerAddress,
    take: takeRead,
    isStopping: () => opened?.isStopping() === true,
    isLiving: (cookies) => opened?.isLiving(cookies) === true,
    onPage: (page) => opened?.pageAnswered(page),
    mayUpgrade: process.env.NODE_ENV !== 'production',
  })
  noteClientAddresses(trustedProxyHops)
  if (hasDemoUsers && !isOpenToOthers) allowOnlyLocalConnections()
  try {
    const running = await runningProcess()
    opened = running
    // In development Next ends its own processes.
    if (process.env.NODE_ENV !== 'production')
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, running.endStreams)
    else
      stopOnSignals({ log: running.log, end: (code) => process.exit(code) }, () =>
        shutDown(running, [...servers], read.settings),
      )
  } catch (error) {
    if (error instanceof WrongSettings) stop(error.problems)
    if (error instanceof MetricsPortTaken) stop([error.message])
    stop([databaseMessage(error, read.settings.databaseUrl)])
  }
}
