/**
 * `npm run audit:verify`: checks the audit log against itself and against what was signed, and names the first line that is
 * wrong. With --to=FOLDER it also writes what a stranger needs to check it with docs/verify-audit.mjs.
 */
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { BackupFileError } from '../database/copies/backup-file'
import { onDatabase } from '../database/open'
import { checkpointFile, readCheckpoints } from '../features/audit/server/checkpoints'
import { checkLines, linesAfter } from '../server/audit/audit-lines'
import { createSigner, openCheckpoint, verifierOf } from '../server/audit/chain'
import type { DatabaseSettings } from '../server/settings'
import { argumentsIn, databaseOf, progress, reported, type Variables } from './command-line'

/** @throws BackupFileError for a text that is no public key */
function verifier(text: string) {
  try {
    return verifierOf(text)
  } catch {
    throw new BackupFileError('--key must be a public key, such as mintdesk-audit+1a2b3c4d+AY…, as the log has it.')
  }
}

/** The flags that `readSigned` and `readBeginning` know. */
export const signedFlags = ['key', 'checkpoints']

/**
 * What was signed in some files, by the key of the console or by those of --key=…
 * @throws BackupFileError for a text that is no public key
 */
async function readSigned(variables: Variables, values: ReadonlyMap<string, string>, files: readonly string[]) {
  const secret = variables.AUDIT_SIGNING_KEY?.trim() || variables.NEXTAUTH_SECRET
  const signer = secret ? createSigner(secret) : undefined
  const texts = [...(signer ? [signer.text] : []), ...(values.get('key')?.split(',') ?? [])]
  const keys = texts.map(verifier)
  const kept = (await Promise.all(files.map((file) => readCheckpoints(file)))).flat()
  const heads = kept.flatMap(({ checkpoint }) => openCheckpoint(checkpoint, keys) ?? [])
  const unknown = kept.length - heads.length
  const notes =
    unknown > 0
      ? [`${unknown} checkpoints are signed by another key, and were not believed. Name its public key: --key=…`]
      : []
  return { signer, texts, keys, heads, notes }
}

/**
 * What a command needs to begin the chain of a copy: the checkpoints that are kept here, and those of --checkpoints=FILE.
 * @throws BackupFileError without a key, because it could not be signed, and for a file that is not there
 */
export async function readBeginning(
  variables: Variables,
  { dataFolder }: DatabaseSettings,
  values: ReadonlyMap<string, string>,
) {
  const named = values.get('checkpoints')
  if (named !== undefined && !existsSync(named))
    throw new BackupFileError(`${named} cannot be read. Nothing was changed.`)
  const files = [checkpointFile(dataFolder), ...(named === undefined ? [] : [named])]
  const { signer, keys, heads, notes } = await readSigned(variables, values, files)
  if (!signer)
    throw new BackupFileError(
      'Set AUDIT_SIGNING_KEY or NEXTAUTH_SECRET as the console has it: the copy’s audit log signs which one it follows. Nothing was changed.',
    )
  const none =
    'No checkpoint of the audit log was found here. If one is kept elsewhere, repeat this with --checkpoints=FILE: else whoever has it will not believe the copy’s audit log.'
  return { signer, keys, signed: heads, notes: [...notes, ...(heads.length > 0 ? [] : [none])] }
}

/** @returns whether every line is as it was written */
export async function verifyAudit(given: Variables, words: readonly string[]): Promise<boolean> {
  let isWhole = false
  const isDone = await reported(async () => {
    const { variables, settings } = databaseOf(given)
    const { values } = argumentsIn(words, [], [...signedFlags, 'to'])
    const file = values.get('checkpoints') ?? checkpointFile(settings.dataFolder)
    const { texts, keys, heads, notes } = await readSigned(variables, values, [file])
    if (texts.length === 0)
      throw new BackupFileError('Set AUDIT_SIGNING_KEY or NEXTAUTH_SECRET, or name the public key: --key=…')
    const shown = progress('Checking the audit log')
    const { check, bad } = await onDatabase(settings, async (database) => {
      const folder = values.get('to')
      if (folder !== undefined) {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        // Before the lines, so that none is missing that was signed meanwhile.
        if (existsSync(file)) await copyFile(file, join(folder, 'checkpoints.ndjson'))
        const sink = createWriteStream(join(folder, 'audit.ndjson'), { mode: 0o600 })
        for await (const lines of linesAfter(database, 0))
          if (!sink.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))) await once(sink, 'drain')
        sink.end()
        await finished(sink)
        await writeFile(join(folder, 'keys.txt'), texts.map((text) => `${text}\n`).join(''))
      }
      return checkLines(database, heads, { keys, onPage: (seq) => shown.at(`${seq} lines`) })
    }).finally(shown.end)
    const { head, signedUntil, restores } = check
    const inside = `${head.seq} lines follow each other. Nothing that was signed is here to compare them with, so only the inside of the chain was checked: all of it may have been replaced, or its end cut off.`
    const whole = [
      `${head.seq} lines and ${heads.length} checkpoints agree: none was changed, and none is missing.`,
      ...(head.seq > signedUntil
        ? [`Lines ${signedUntil + 1} to ${head.seq} were not signed yet: these could have been cut or rewritten.`]
        : []),
    ]
    console.log(
      [
        ...(bad ? [`Line ${bad.seq} of the audit log is wrong. ${bad.why}`] : heads.length > 0 ? whole : [inside]),
        ...restores.map(
          ({ seq, missing, isSigned }) =>
            `Line ${seq} begins the chain of a restored copy.${isSigned ? '' : ' No key that is known here signed that.'}${missing > 0 ? ` ${missing} lines that were signed before are not in it.` : ''}`,
        ),
        ...notes,
      ].join('\n'),
    )
    isWhole = bad === undefined
  }, 'Nothing was changed.')
  return isDone && isWhole
}
