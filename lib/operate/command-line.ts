/** What the operator's commands share: variables, the words of a command line, how far it got, and the names of keys. */
import { hkdfSync } from 'node:crypto'
import { BackupFileError } from '../database/copies/backup-file'
import { encryptionKeysOf } from '../server/encryption/key-settings'
import { type DatabaseSettings, readDatabaseSettings } from '../server/settings'
import { resolveVariables } from '../server/variables.mjs'

export type Variables = Record<string, string | undefined>

/**
 * The variables, with the values of those that name a file, and the database that they lead to.
 * @throws BackupFileError with every mistake in a line of its own
 */
export function databaseOf(given: Variables): { variables: Variables; settings: DatabaseSettings } {
  const { variables, problems: ofFiles } = resolveVariables(given)
  const problems = ofFiles.map(({ text }) => text)
  const settings = readDatabaseSettings(variables, problems)
  if (problems.length > 0) throw new BackupFileError(problems.join('\n'))
  return { variables, settings }
}

/**
 * The words of a command: files, flags that are there (`--replace`), and flags with a value (`--log=FILE`).
 * @throws BackupFileError naming one that is not understood
 */
export function argumentsIn(words: readonly string[], known: readonly string[], valued: readonly string[]) {
  const files: string[] = []
  const flags = new Set<string>()
  const values = new Map<string, string>()
  for (const word of words) {
    const [, name = '', value] = /^--([a-z-]+)(?:=(.*))?$/.exec(word) ?? []
    if (!word.startsWith('-')) files.push(word)
    else if (value === undefined && known.includes(name)) flags.add(name)
    else if (value && valued.includes(name)) values.set(name, value)
    else {
      const understood = [...known.map((flag) => `--${flag}`), ...valued.map((flag) => `--${flag}=…`)]
      throw new BackupFileError(
        `${word} is not understood. ${understood.length > 0 ? `Flags: ${understood.join(' ')}` : 'There are no flags.'}`,
      )
    }
  }
  return { files, flags, values }
}

/** Says how far a command is: in one line on a terminal, and else now and then. */
export function progress(what: string): { at: (done: string) => void; end: () => void } {
  const isTerminal = process.stderr.isTTY === true
  const every = isTerminal ? 200 : 10_000
  let last = Date.now()
  let isShown = false
  return {
    at(done) {
      if (Date.now() - last < every) return
      last = Date.now()
      isShown = true
      process.stderr.write(isTerminal ? `\r${what}: ${done} ` : `${what}: ${done}\n`)
    },
    end() {
      if (isShown && isTerminal) process.stderr.write('\n')
    },
  }
}

export const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** The names of the keys that this console has: those of SEAL_KEYS, else a short digest that tells nothing of the secret. */
export function keyNames(variables: Variables): string[] {
  const named = encryptionKeysOf(variables, []).map(({ name }) => name)
  const { NEXTAUTH_SECRET } = variables
  if (named.length > 0 || !NEXTAUTH_SECRET) return named
  return [`key-${Buffer.from(hkdfSync('sha256', NEXTAUTH_SECRET, 'mintdesk', 'key name', 6)).toString('base64url')}`]
}

const reasons: Record<string, string> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  EFBIG: 'The file is larger than this file system or your limits allow.',
  EACCES: 'The folder may not be written to.',
  EPERM: 'The folder may not be written to.',
  EROFS: 'The folder may not be written to.',
  ENOENT: 'The folder does not exist.',
}

/**
 * Runs a command and prints in one sentence why it failed, without a driver's text, which may hold an address or a row.
 * @returns whether it succeeded
 */
export async function reported(act: () => Promise<void>, nothing: string): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof BackupFileError) console.error(error.message)
    else {
      const { code = '', errcode } = error as { code?: string; errcode?: unknown }
      // SQLITE_FULL.
      const reason = Number(errcode) === 13 ? reasons.ENOSPC : reasons[code]
      console.error(
        `${reason ?? `It failed (${[code || (error as Error).name, errcode].filter(Boolean).join(' ')}).`} ${nothing}`,
      )
    }
    return false
  }
}
