/**
 * Seals what is in plain text from before: histories, presets, and account numbers in requests. Until then the plain text
 * is read as it is.
 */
import { sql } from 'kysely'
import type { Database } from '../../database/open'
import { withoutFoundNumbers } from '../../domain/found-numbers'
import { isKeyed, type Place, type Sealing } from '../encryption/sealing'
import type { RetentionStep } from '../retention'

/** Rows of one step. */
const mostAtOnce = 25

/** As the partial index has it, word by word; otherwise SQLite does not use it. */
const isPlainEntry = sql<boolean>`substr(words, 1, 9) <> 'sealed:1:'`
const isPlainValue = sql<boolean>`substr(value, 1, 9) <> 'sealed:1:'`

export class PlainTexts {
  readonly #database: Database
  readonly #sealing: Sealing
  /** The last intent that was looked at; undefined once all were. */
  #after: string | undefined = ''

  constructor(database: Database, sealing: Sealing) {
    this.#database = database
    this.#sealing = sealing
  }

  /** Seals the next ones. A row that another console changes meanwhile is left as it is until the next start. */
  async step(): Promise<RetentionStep> {
    const rows = (await this.#sealEntries()) + (await this.#sealPresets())
    if (rows > 0 || this.#after === undefined) return { rows, hasMore: rows > 0 }
    const sealed = await this.#sealIntents(this.#after)
    return { rows: sealed, hasMore: this.#after !== undefined }
  }

  async #sealEntries(): Promise<number> {
    const entries = await this.#database
      .selectFrom('intent_event')
      .select(['id', 'words'])
      .where(isPlainEntry)
      .limit(mostAtOnce)
      .execute()
    if (entries.length === 0) return 0
    await this.#database.transaction().execute(async (within) => {
      for (const { id, words } of entries)
        await within
          .updateTable('intent_event')
          .set({ words: this.#sealing.seal(words, ['intent_event', 'words', id]) })
          .where('id', '=', id)
          .where('words', '=', words)
          .execute()
    })
    return entries.length
  }

  /** A text that may be plain; `sealIfNumbered` for one that is. */
  #sealed(text: string, place: Place): string
  #sealed(text: string | null, place: Place): string | null
  #sealed(text: string | null, place: Place): string | null {
    return text === null || this.#sealing.isSealed(text) ? text : this.#sealing.sealIfNumbered(text, place)
  }

  /** Looks at a page of intents by id, each once in the life of a process. */
  async #sealIntents(after: string): Promise<number> {
    const page = await this.#database
      .selectFrom('intent')
      .select(['id', 'body', 'answer', 'latest_answer', 'summary', 'ref_id'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const changes = page.flatMap(({ id, ...before }) => {
      const { body, answer, latest_answer, summary, ref_id } = before
      const set = {
        body: this.#sealed(body, ['intent', 'body', id]),
        answer: this.#sealed(answer, ['intent', 'answer', id]),
        latest_answer: this.#sealed(latest_answer, ['intent', 'latest_answer', id]),
        summary: withoutFoundNumbers(summary),
        ref_id: ref_id === null || isKeyed(ref_id) ? ref_id : this.#sealing.reference(ref_id),
      }
      const isChanged = Object.entries(before).some(([name, value]) => set[name as keyof typeof set] !== value)
      return isChanged ? [{ id, before, set }] : []
    })
    if (changes.length > 0)
      await this.#database.transaction().execute(async (within) => {
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
    this.#after = page.length === mostAtOnce ? page.at(-1)?.id : undefined
    return changes.length
  }

  /** There are few presets, so they need no index. */
  async #sealPresets(): Promise<number> {
    const presets = await this.#database
      .selectFrom('preset')
      .selectAll()
      .where(isPlainValue)
      .limit(mostAtOnce)
      .execute()
    for (const { environment, client_id, kind, key, value } of presets)
      await this.#database
        .updateTable('preset')
        .set({ value: this.#sealing.seal(value, ['preset', 'value', environment, client_id, kind, key]) })
        .where('environment', '=', environment)
        .where('client_id', '=', client_id)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('value', '=', value)
        .execute()
    return presets.length
  }
}
