/** The operator's commands, as one program: `node .build/operate.mjs NAME …`. */
import { verifyAudit } from './audit'
import { backup } from './backup'
import { runDoctor } from './doctor'
import { hold } from './hold'
import { migrateTables } from './migrate'
import { restore } from './restore'

type Command = {
  /** What it does, for the list of commands. */
  does: string
  /** Runs it and prints what happened, without a secret. @returns whether it succeeded */
  run: (variables: Record<string, string | undefined>, words: readonly string[]) => Promise<boolean>
}

const commands: Record<string, Command> = {
  doctor: { does: 'says what is wrong and how to mend it; --json for programs', run: runDoctor },
  migrate: { does: 'migrates the database to this version', run: migrateTables },
  backup: { does: 'copies the database into one file, while consoles use it', run: backup },
  restore: { does: 'puts a backup in the place of the database, and holds it', run: restore },
  'audit-verify': { does: 'checks the audit log; --to=FOLDER exports it for others to check', run: verifyAudit },
  hold: { does: 'holds a database that was restored by other means', run: hold },
}

const [name = '', ...words] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command) {
  // The console's timers let a process end, and a command may wait for nothing else.
  const running = setInterval(() => undefined, 60_000)
  process.exitCode = (await command.run(process.env, words)) ? 0 : 1
  clearInterval(running)
} else {
  const known = Object.entries(commands).map(([known, { does }]) => `  ${known.padEnd(12)} ${does}`)
  console.error([`${name ? `${name} is not a command` : 'Name a command'}. There are:`, ...known].join('\n'))
  process.exitCode = 2
}
