/** What the desk sets, in what pages and replies say. */
import { afterEach, describe, expect, test } from 'vitest'
import { germanReply } from '@/components/records/german-reply'
import { deadlineOf, deadlineText } from '@/components/records/overdue'
import { statusSummary } from '@/components/records/status-summary'
import { supportReply } from '@/components/records/support-reply'
import { noteTeam } from '@/lib/browser/team'
import { replyTemplates } from '@/lib/features/team/team-choices'
import { readTransfer } from '@/lib/provider/reading'
import { transferStatuses } from '@/lib/provider/transfer-terms'

afterEach(() => noteTeam({}))

const pending = {
  id: 't-1',
  status: 'PENDING',
  type: 'CRYPTO_WITHDRAWAL',
  direction: 'DEBIT',
  crypto_network: 'STELLAR',
  amount: '250.00',
  fee: '0',
  total: '250.00',
  asset: 'USDC',
  created_at: '2026-11-19T14:00:00Z',
  updated_at: '2026-11-19T14:00:00Z',
}
const usual = [{ type: 'Crypto withdrawal, Stellar', transfers: 40, median: 3_600_000, p95: 6 * 3_600_000 }]
const at = (time: string, usualTimes: typeof usual | 'unavailable' = usual) => ({ now: Date.parse(time), usualTimes })
const summarized = (fields: object = {}, timing = at('2026-11-19T15:00:00Z')) => {
  const transfer = readTransfer({ ...pending, ...fields })
  const summary = statusSummary(transfer, timing)
  return { transfer, timing, summary, environment: 'production' as const, at: timing.now, requestId: 'r' }
}

describe("the desk's limit", () => {
  const transfer = readTransfer(pending)
  test('counts a transfer as overdue before its usual time, and says whose limit it is', () => {
    const timing = at('2026-11-19T16:30:00Z')
    expect(deadlineOf(transfer, timing)?.overdueBy).toBeUndefined()
    noteTeam({ overdue_hours: 2 })
    expect(deadlineText(transfer, timing)).toMatch(
      /^Overdue by 30 min: the desk's limit is 2 h; usually 1 h, 95 % within 6 h\. Pending 2 h 30 min\./,
    )
    noteTeam({ overdue_hours: 7 })
    expect(deadlineOf(transfer, timing)?.overdueBy, 'a later limit changes nothing').toBeUndefined()
  })
  test('takes the place of 24 h where too few are known', () => {
    noteTeam({ overdue_hours: 48 })
    expect(deadlineText(transfer, at('2026-11-20T15:00:00Z', 'unavailable'))).toMatch(/Overdue from 21 Nov.*Limit 48 h/)
  })
  test('is no promise to a customer', () => {
    expect(supportReply(summarized())).toContain('We expect it to complete by 19 Nov 2026 20:00 UTC.')
    noteTeam({ overdue_hours: 2 })
    expect(supportReply(summarized())).not.toMatch(/expect|16:00/)
  })
})

describe("the desk's reply", () => {
  test('wraps the status in the desk’s own text', () => {
    noteTeam({ name: 'Halden', reply_en: 'Dear customer,\n\n{message}\n\n{transaction}\n\nYours, {desk}' })
    expect(supportReply(summarized({ status: 'COMPLETED' }))).toMatch(
      /^Dear customer,\n\nYour withdrawal of 250\.00 USDC on Stellar is complete\.[^\n]*\n\nYours, Halden$/,
    )
  })
  test('in German says only what is certain', () => {
    const { example } = replyTemplates.reply_de
    expect(germanReply(summarized({ status: 'COMPLETED' }), example)).toBe(
      'Guten Tag,\n\nIhre Auszahlung über 250.00 USDC ist abgeschlossen. Sie müssen nichts weiter tun.\n\nStand: 19.11.2026, 15:00 UTC.',
    )
    expect(germanReply(summarized({ status: 'FAILED' }), example)).toMatch(/konnte nicht ausgeführt werden.*nicht noch/)
    const hash = { status: 'FAILED', crypto_tx_hash: `0x${'0a'.repeat(32)}` }
    expect(germanReply(summarized(hash), example), 'funds may have moved').toMatch(/wird geprüft[\s\S]*0x0a0a/)
    for (const status of [...transferStatuses, 'HELD', undefined])
      expect(germanReply(summarized({ status }), example).includes('ist abgeschlossen')).toBe(status === 'COMPLETED')
  })
})
