import type { Intent } from '@/lib/api/intents'

/**
 * One row a record: the intent that made it, with the newest status that any intent about it learned. A record that was
 * made elsewhere and changed here has the newest change for its row.
 * @param intents newest first
 */
export function madeRows(intents: readonly Intent[]): Intent[] {
  const byRecord = new Map<string, Intent[]>()
  for (const intent of intents) {
    const key = intent.record_id ?? intent.id
    byRecord.set(key, [...(byRecord.get(key) ?? []), intent])
  }
  return [...byRecord.values()].flatMap((about) => {
    const row = about.find(({ operation }) => operation !== 'updateFiatAccount') ?? about[0]
    const [newest] = about
      .filter(({ status_at }) => status_at !== undefined)
      .sort((a, b) => ((a.status_at ?? '') < (b.status_at ?? '') ? 1 : -1))
    if (!row) return []
    if (!newest) return [row]
    const { record_status, status_at, noted_by } = newest
    return [{ ...row, record_status, status_at, noted_by }]
  })
}
