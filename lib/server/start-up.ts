/** What must hold before the console answers anybody. */
import { admitOnlyThisMachine } from './local-only'
import { readSettings } from './settings'
import { databaseReady } from './store'

function stop(lines: string[]): never {
  console.error(['Mintdesk cannot start.', ...lines.map((line) => `- ${line}`)].join('\n'))
  process.exit(1)
}

/** Checks the variables and brings the database up to date, or says what to mend and ends the process. */
export async function startUp(): Promise<void> {
  // next-auth takes its own address from the environment; without one it is this machine's.
  process.env.NEXTAUTH_URL ||= `http://localhost:${process.env.PORT || '3000'}`
  const read = readSettings(process.env)
  if ('problems' in read) stop(read.problems)
  if (read.settings.hasDemoUsers && !read.settings.isOpenToOthers) admitOnlyThisMachine()
  try {
    await databaseReady()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    const where = read.settings.databaseUrl ? 'DATABASE_URL' : 'MINTDESK_DATA'
    // A connection string can stand in a driver's message.
    stop([
      `The database cannot be used: ${cause.replaceAll(read.settings.databaseUrl ?? '\0', '[DATABASE_URL]')}. Check ${where}.`,
    ])
  }
}
