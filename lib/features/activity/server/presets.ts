/** Saved presets of an environment's forms: profile names, metadata templates and columns of statements. */

import type { ExpressionBuilder } from 'kysely'
import type { NewPreset } from '../../../api/intent-input'
import type { Preset, PresetKind } from '../../../api/intents'
import type { Database } from '../../../database/open'
import type { Tables } from '../../../database/tables'
import { withoutFoundNumbers } from '../../../domain/found-numbers'
import { ProblemError } from '../../../provider/problem'
import { isWriter } from '../../../server/auth/access'
import type { Session } from '../../../server/auth/sessions'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import type { Encryption, Place } from '../../../server/encryption/encryption'
import type { Owner } from '../../../server/upstream/upstream'
import { mapInPieces } from '../../../server/work/fair-queue'
import type { RetentionStep } from '../../../server/work/retention'

const placeOf = ({ environment, clientId }: Owner, kind: PresetKind, key: string): Place => [
  'preset',
  'value',
  environment,
  clientId,
  kind,
  key,
]

const isOf =
  ({ environment, clientId }: Owner, kind: PresetKind) =>
  (is: ExpressionBuilder<Tables, 'preset'>) =>
    is.and({ environment, client_id: clientId, kind })

/** Presets of one kind in one environment, at most. */
export const maximumPresets = 1_000

export function createPresets(database: Database, clock: Clock, encryption: Encryption) {
  /**
   * All presets of a kind that can be read with the console's secret, sorted by key; whole account numbers in them only for
   * a session that may write.
   */
  async function list(owner: Owner, kind: PresetKind, session: Session): Promise<Preset[]> {
    const shown = isWriter(session) ? (text: string) => text : withoutFoundNumbers
    const rows = await database.selectFrom('preset').selectAll().where(isOf(owner, kind)).orderBy('key').execute()
    const read = await mapInPieces(session.subject, rows, ({ key, value: stored, person, at }) => {
      const value = encryption.decrypt(stored, placeOf(owner, kind, key))
      return value === undefined ? [] : [{ kind, key, value: shown(value), person, at: timeOf(at) }]
    })
    return read.flat()
  }

  /** A preset without whole account numbers; undefined if there is none, or it can't be read. */
  async function textOf(owner: Owner, kind: PresetKind, key: string): Promise<string | undefined> {
    const query = database.selectFrom('preset').select('value').where(isOf(owner, kind)).where('key', '=', key)
    const row = await query.executeTakeFirst()
    const value = row && encryption.decrypt(row.value, placeOf(owner, kind, key))
    return value === undefined ? undefined : withoutFoundNumbers(value)
  }

  /** Saves a preset; one with the same key is replaced. @throws ProblemError 409 if there are as many as there may be */
  async function save(
    owner: Owner,
    kind: PresetKind,
    preset: NewPreset,
    { name }: Pick<Session, 'name'>,
  ): Promise<void> {
    const { environment, clientId } = owner
    const value = encryption.encrypt(preset.value, placeOf(owner, kind, preset.key))
    const set = { value, person: name, at: microseconds(clock) }
    const { others } = await database
      .selectFrom('preset')
      .select(({ fn }) => fn.countAll<number>().as('others'))
      .where(isOf(owner, kind))
      .where('key', '!=', preset.key)
      .executeTakeFirstOrThrow()
    if (Number(others) >= maximumPresets)
      throw new ProblemError(409, 'too-many-presets', `There can be ${maximumPresets} presets of one kind.`, {
        detail: 'Delete one that is not used any more. Nothing was saved.',
      })
    await database
      .insertInto('preset')
      .values({ environment, client_id: clientId, kind, key: preset.key, ...set })
      .onConflict((conflict) => conflict.columns(['environment', 'client_id', 'kind', 'key']).doUpdateSet(set))
      .execute()
  }

  /** Removes presets that nobody has saved for so many days; 0 keeps them for ever. */
  async function removeOld(days: number): Promise<RetentionStep> {
    if (days === 0) return { rows: 0, hasMore: false }
    const before = microseconds(clock) - days * 86_400_000_000
    const { numDeletedRows } = await database
      .deleteFrom('preset')
      .where('at', 'in', database.selectFrom('preset').select('at').where('at', '<', before).orderBy('at').limit(100))
      .executeTakeFirst()
    return { rows: Number(numDeletedRows), hasMore: numDeletedRows > 0n }
  }

  /** Removes a preset, if there is one. */
  async function remove(owner: Owner, kind: PresetKind, key: string): Promise<void> {
    await database.deleteFrom('preset').where(isOf(owner, kind)).where('key', '=', key).execute()
  }

  return { list, textOf, save, removeOld, remove }
}

export type Presets = ReturnType<typeof createPresets>
