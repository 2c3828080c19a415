/**
 * `npm run audit:verify`: checks the audit log against itself and against what was signed, and names the first line that is
 * wrong. With --to=FOLDER it also writes what a stranger needs to check it with docs/verify-audit.mjs.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { BackupFileError } from '../database/copies/backup-file'
import { onDatabase } from '../database/open'
import { checkLines, linesAfter } from '../server/audit/audit-lines'
import { createSigner, openCheckpoint, verifierOf } from '../server/audit/chain'
import { checkpointFile, readCheckpoints } from '../server/audit/checkpoints'
import { argumentsIn, databaseOf, progress, reported, type Variables } from './command-line'

/** @throws BackupFileError for a text that is no public key */
function verifier(text: string) {
  try {
    return verifierOf(text)
  } catch {
    throw new BackupFileError('--key must be a public key, such as mintdesk-audit+1a2b3c4d+AY…, as the log has it.')
  }
}

/** @returns whether every line is as it was written */
export async function verifyAudit(given: Variables, words: readonly string[]): Promise<boolean> {
  let isWhole = false
  const isDone = await reported(async () => {
    const { variables, settings } = databaseOf(given)
    const { values } = argumentsIn(words, [], ['key', 'checkpoints', 'to'])
    const secret = variables.AUDIT_SIGNING_KEY || variables.NEXTAUTH_SECRET
    const texts = [...(secret ? [createSigner(secret).text] : []), ...(values.get('key')?.split(',') ?? [])]
    if (texts.length === 0)
      throw new BackupFileError('Set AUDIT_SIGNING_KEY or NEXTAUTH_SECRET, or name the public key: --key=…')
    const keys = texts.map(verifier)
    const file = values.get('checkpoints') ?? checkpointFile(settings.dataFolder)
    const notes = await readCheckpoints(file)
    const heads = notes.map((note) => openCheckpoint(note, keys))
    const signed = heads.filter((head) => head !== undefined)
    const shown = progress('Checking the audit log')
    const { check, bad } = await onDatabase(settings, async (database) => {
      const folder = values.get('to')
      if (folder !== undefined) {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const sink = createWriteStream(join(folder, 'audit.ndjson'), { mode: 0o600 })
        for await (const lines of linesAfter(database, 0))
          if (!sink.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))) await once(sink, 'drain')
        sink.end()
        await finished(sink)
        if (notes.length > 0) await copyFile(file, join(folder, 'checkpoints.ndjson'))
        await writeFile(join(folder, 'keys.txt'), texts.map((text) => `${text}\n`).join(''))
      }
      return checkLines(database, signed, { onPage: (seq) => shown.at(`${seq} lines`) })
    }).finally(shown.end)
    const unknown = notes.length - signed.length
    console.log(
      [
        bad
          ? `Line ${bad.seq} of the audit log is wrong. ${bad.why}`
          : `${check.head.seq} lines and ${signed.length} checkpoints agree: none was changed, and none is missing.`,
        ...check.restores.map(
          ({ seq, missing }) =>
            `Line ${seq} begins the chain of a restored copy.${missing > 0 ? ` ${missing} lines that were signed before are not in it.` : ''}`,
        ),
        ...(unknown > 0
          ? [`${unknown} checkpoints are signed by another key, and were not believed. Name its public key: --key=…`]
          : []),
      ].join('\n'),
    )
    isWhole = bad === undefined
  }, 'Nothing was changed.')
  return isDone && isWhole
}
