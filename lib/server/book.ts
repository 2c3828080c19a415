/** What an environment's people keep for its forms: names of profiles, templates of metadata. */
import type { NewPreset, Preset, PresetKind } from '../api/intents'
import { microsecondsNow } from '../database/tables'
import type { Session } from './sessions'
import { database } from './store'
import type { Owner } from './writes/ledger'

/** All entries of a kind, by their keys. */
export async function bookEntries({ environment, clientId }: Owner, kind: PresetKind): Promise<Preset[]> {
  const rows = await database()
    .selectFrom('book')
    .selectAll()
    .where('environment', '=', environment)
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .orderBy('key')
    .execute()
  return rows.map(({ key, value, person, at }) => ({
    kind,
    key,
    value,
    person,
    at: new Date(at / 1000).toISOString(),
  }))
}

/** Keeps an entry; one of the same key is replaced. */
export async function keepEntry(owner: Owner, kind: PresetKind, entry: NewPreset, session: Session): Promise<void> {
  const said = { value: entry.value, person: session.name, at: microsecondsNow() }
  await database()
    .insertInto('book')
    .values({ environment: owner.environment, client_id: owner.clientId, kind, key: entry.key, ...said })
    .onConflict((conflict) => conflict.columns(['environment', 'client_id', 'kind', 'key']).doUpdateSet(said))
    .execute()
}

/** Forgets an entry, if there is one. */
export async function dropEntry({ environment, clientId }: Owner, kind: PresetKind, key: string): Promise<void> {
  await database()
    .deleteFrom('book')
    .where('environment', '=', environment)
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
}
