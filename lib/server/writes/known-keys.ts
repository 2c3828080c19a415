/** Whether this console has the keys with which its database was written. */
import { sql } from 'kysely'
import type { Database } from '../../database/open'
import { sharedNow } from '../../database/tables'
import { type Clock, microseconds } from '../clock'
import { isKeyInUse } from '../encryption/encrypted-with'
import { Encryption, fingerprintSecrets, isUnnamedKeyKnown, type Keys, keyCheck } from '../encryption/encryption'
import { createDigests } from './digests'

const lost = 'If it is lost for ever, delete its row from the table known_key'

const missingKey = (name: string) =>
  name === ''
    ? `NEXTAUTH_SECRET is not the one with which values in the database were encrypted. Set SEAL_KEYS to that secret with a name, such as 2026a:SECRET, and FINGERPRINT_KEY to the same secret; both then stay as they are when NEXTAUTH_SECRET changes. ${lost} (purpose seal, empty name): what it encrypted then stays unreadable.`
    : `SEAL_KEYS lacks the key ${name}, with which values in the database are encrypted. Add it behind the first one, and remove it once "npm run doctor" says that it is no longer needed. ${lost}: what it encrypted then stays unreadable.`

const otherKey = (name: string) =>
  `SEAL_KEYS has another key under the name ${name} than the one that encrypted values in the database. Give the new key a name of its own, and keep the earlier one behind it.`

const missingFingerprint = `FINGERPRINT_KEY lacks the key with which references and addresses in the database were digested (NEXTAUTH_SECRET, if FINGERPRINT_KEY was not set until now). Add it behind the new one, separated by a comma. ${lost} (purpose fingerprint): look-ups then miss what was recorded until now, until it is digested again in the background.`

type Row = { purpose: 'seal' | 'fingerprint'; name: string; key_check: string }

/** Whether a digest was made with a key that is none of these. */
const hasForeignDigests = async (database: Database, keys: Keys, clock: Clock) =>
  (await createDigests({ database, clock, encryption: new Encryption(keys), isWriting: false }).run()).foreign > 0

/** What a row says that this console's keys do not fit; undefined if they do. */
function mismatchOf(keys: Keys, { purpose, name, key_check }: Row): string | undefined {
  if (purpose === 'fingerprint')
    return fingerprintSecrets(keys).some((secret) => keyCheck(secret) === key_check) ? undefined : missingFingerprint
  if (name === '') return isUnnamedKeyKnown(keys, key_check) ? undefined : missingKey('')
  const key = keys.encryptionKeys?.find((one) => one.name === name)
  if (!key) return missingKey(name)
  return keyCheck(key.secret) === key_check ? undefined : otherKey(name)
}

/**
 * Compares the keys of a console with those that its database knows. Reads whole tables if a known key is missing.
 * @param isForgetting whether the database forgets missing keys that nothing needs
 * @returns what to correct before the console may write with these keys, a sentence for each
 */
export async function keyProblems(
  database: Database,
  keys: Keys,
  clock: Clock,
  isForgetting = false,
): Promise<string[]> {
  const rows = await database.selectFrom('known_key').selectAll().execute()
  const problems: string[] = []
  for (const row of rows) {
    const problem = mismatchOf(keys, row)
    if (!problem) continue
    const isNeeded = row.purpose === 'seal' ? isKeyInUse(database, row.name) : hasForeignDigests(database, keys, clock)
    if (await isNeeded) problems.push(problem)
    else if (isForgetting)
      await database.deleteFrom('known_key').where('purpose', '=', row.purpose).where('name', '=', row.name).execute()
  }
  return problems
}

/**
 * Records the keys with which this console will write, before it writes anything.
 * @returns what to correct before it may, a sentence for each
 */
export async function recordKeys(database: Database, keys: Keys, clock: Clock): Promise<string[]> {
  const since = sharedNow(database, microseconds(clock))
  const [first = { name: '', secret: keys.secret }] = keys.encryptionKeys ?? []
  const [fingerprint = keys.secret] = fingerprintSecrets(keys)
  const rows: Row[] = [
    { purpose: 'seal', name: first.name, key_check: keyCheck(first.secret) },
    { purpose: 'fingerprint', name: keyCheck(fingerprint), key_check: keyCheck(fingerprint) },
  ]
  const known = await database.selectFrom('known_key').selectAll().execute()
  const isKnown = ({ purpose, name }: Row) => known.some((row) => row.purpose === purpose && row.name === name)
  const added = rows.filter((row) => !isKnown(row))
  if (added.length > 0)
    await database
      .insertInto('known_key')
      .values(added.map((row) => ({ ...row, since: sql<number>`${since}` })))
      .onConflict((conflict) => conflict.columns(['purpose', 'name']).doNothing())
      .execute()
  return keyProblems(database, keys, clock, true)
}
