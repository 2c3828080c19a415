/** A plain intent for the tests of this folder: a confirmed order. */
import type { IntentDetail } from '@/lib/api/intents'

export const intentOf = (changes: Partial<IntentDetail> = {}): IntentDetail => ({
  id: 'a78edf98-50ec-4f60-b99b-e995eebe1f0f',
  environment: 'sandbox',
  operation: 'createOrder',
  state: 'confirmed',
  person: 'Ines Okafor',
  is_mine: true,
  summary: 'Sell 12.50 BTC, limit 92,000.00 USD',
  created_at: '2026-11-19T13:23:04.000Z',
  is_conflict: false,
  path: {},
  events: [],
  ...changes,
})
