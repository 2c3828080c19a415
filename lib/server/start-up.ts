/** What must hold before the console answers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { noteClientAddresses } from './auth/client-address'
import { allowOnlyLocalConnections } from './auth/local-only'
import { guardServers } from './http/guard'
import { answerRead, isRead } from './http/without-next'
import { runningConsole } from './running-console'
import { readSettings } from './settings'

function stop(lines: string[]): never {
  console.error(['Mintdesk cannot start.', ...lines.map((line) => `- ${line}`)].join('\n'))
  process.exit(1)
}

/** Answers reads of the provider without Next; in development Next does, because it loads changed sources again. */
function takeRead(request: IncomingMessage, response: ServerResponse): boolean {
  if (process.env.NODE_ENV !== 'production' || !isRead(request)) return false
  runningConsole()
    .then(({ http }) => answerRead(http.proxy, request, response))
    // Nothing known leads here; without it, what does would end the process.
    .catch(() => response.destroy())
  return true
}

/** Checks the variables and opens the console, or says what to correct and ends the process. */
export async function startUp(): Promise<void> {
  // next-auth reads its own address from the environment; without one it is this machine's.
  process.env.NEXTAUTH_URL ||= `http://localhost:${process.env.PORT || '3000'}`
  const read = readSettings(process.env)
  if ('problems' in read) stop(read.problems)
  const { hasDemoUsers, isOpenToOthers, databaseUrl, origin, trustedProxyHops } = read.settings
  // All people share the address of a proxy, which limits them itself.
  const connectionsPerAddress = trustedProxyHops > 0 ? 0 : 512
  guardServers({ origin, connectionsPerAddress, take: takeRead })
  noteClientAddresses(trustedProxyHops)
  if (hasDemoUsers && !isOpenToOthers) allowOnlyLocalConnections()
  try {
    await runningConsole()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    // A driver's message may contain the connection string.
    const text = cause.replaceAll(databaseUrl ?? '\0', '[DATABASE_URL]')
    stop([`The database cannot be used: ${text}. Check ${databaseUrl ? 'DATABASE_URL' : 'MINTDESK_DATA'}.`])
  }
}
