/** Provider records for component tests: complete by the spec, with any member replaceable. */
import type { Transfer } from '@/lib/provider/transfers'

export const transfer = (members: Partial<Transfer> = {}): Transfer => ({
  id: '0192e4a0-0000-7000-8000-000000000001',
  customer_id: 'customer-1',
  profile_id: 'profile-1',
  amount: '1250.00',
  total: '1260.00',
  fee: '10.00',
  asset: 'USD',
  direction: 'CREDIT',
  type: 'WIRE_DEPOSIT',
  status: 'COMPLETED',
  created_at: '2026-11-19T09:00:00.000Z',
  updated_at: '2026-11-19T10:00:00.000Z',
  ...members,
})

/** A page of transfers; `next` is the cursor of the page after it. */
export const transferPage = (items: readonly Transfer[], next = '') => ({ items, next_page_cursor: next })

export const issuerQuote = (members: Record<string, unknown> = {}) => ({
  id: 'quote-1',
  created_at: '2026-11-19T14:00:00.000000001Z',
  asset_type: 'USDG',
  principal: '100.00',
  fee: '0.25',
  status: 'COMPLETE',
  token_fee: '0.50',
  token_price: '1.01',
  token_principal: '99.75',
  profile_id: 'profile-1',
  ...members,
})
