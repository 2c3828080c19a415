/**
 * Encrypts what is in plain text from before: histories, presets, and account numbers in requests. Until then the plain text
 * is read as it is.
 */
import { sql } from 'kysely'
import type { Database } from '../../database/open'
import { withoutFoundNumbers } from '../../domain/found-numbers'
import { type Encryption, isKeyed, type Place } from '../encryption/encryption'
import type { RetentionStep } from '../retention'

/** Rows of one step. */
const mostAtOnce = 25

/** As the partial index has it, word by word; otherwise SQLite does not use it. */
const isPlainEntry = sql<boolean>`substr(words, 1, 9) <> 'sealed:1:'`
const isPlainValue = sql<boolean>`substr(value, 1, 9) <> 'sealed:1:'`

export function createPlainTexts(database: Database, encryption: Encryption) {
  /** The last intent that was looked at; undefined once all were. */
  let after: string | undefined = ''

  /** Encrypts the next ones. A row that another console changes meanwhile is left as it is until the next start. */
  async function step(): Promise<RetentionStep> {
    const rows = (await encryptEntries()) + (await encryptPresets())
    if (rows > 0 || after === undefined) return { rows, hasMore: rows > 0 }
    return { rows: await encryptIntents(after), hasMore: after !== undefined }
  }

  async function encryptEntries(): Promise<number> {
    const entries = await database
      .selectFrom('intent_event')
      .select(['id', 'words'])
      .where(isPlainEntry)
      .limit(mostAtOnce)
      .execute()
    if (entries.length === 0) return 0
    await database.transaction().execute(async (within) => {
      for (const { id, words } of entries)
        await within
          .updateTable('intent_event')
          .set({ words: encryption.encrypt(words, ['intent_event', 'words', id]) })
          .where((is) => is.and({ id, words }))
          .execute()
    })
    return entries.length
  }

  /** A text that may be plain; `encryptIfNumbered` for one that is. */
  const encrypted = <Text extends string | null>(text: Text, place: Place) =>
    text === null || encryption.isEncrypted(text) ? text : encryption.encryptIfNumbered(text, place)

  /** Looks at a page of intents by id, each once in the life of a process. */
  async function encryptIntents(from: string): Promise<number> {
    const page = await database
      .selectFrom('intent')
      .select(['id', 'body', 'answer', 'latest_answer', 'summary', 'ref_id'])
      .where('id', '>', from)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const changes = page.flatMap(({ id, ...before }) => {
      const { body, answer, latest_answer, summary, ref_id } = before
      const set = {
        body: encrypted(body, ['intent', 'body', id]),
        answer: encrypted(answer, ['intent', 'answer', id]),
        latest_answer: encrypted(latest_answer, ['intent', 'latest_answer', id]),
        summary: withoutFoundNumbers(summary),
        ref_id: ref_id === null || isKeyed(ref_id) ? ref_id : encryption.reference(ref_id),
      }
      const isChanged = Object.entries(before).some(([name, value]) => set[name as keyof typeof set] !== value)
      return isChanged ? [{ id, before, set }] : []
    })
    if (changes.length > 0)
      await database.transaction().execute(async (within) => {
        for (const { id, before, set } of changes)
          await within
            .updateTable('intent')
            .set(set)
            .where('id', '=', id)
            .where('body', '=', before.body)
            .where('answer', before.answer === null ? 'is' : '=', before.answer)
            .where('latest_answer', before.latest_answer === null ? 'is' : '=', before.latest_answer)
            .execute()
      })
    after = page.length === mostAtOnce ? page.at(-1)?.id : undefined
    return changes.length
  }

  /** There are few presets, so they need no index. */
  async function encryptPresets(): Promise<number> {
    const presets = await database.selectFrom('preset').selectAll().where(isPlainValue).limit(mostAtOnce).execute()
    for (const { environment, client_id, kind, key, value } of presets)
      await database
        .updateTable('preset')
        .set({ value: encryption.encrypt(value, ['preset', 'value', environment, client_id, kind, key]) })
        .where((is) => is.and({ environment, client_id, kind, key, value }))
        .execute()
    return presets.length
  }

  return { step }
}
