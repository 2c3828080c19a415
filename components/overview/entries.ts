/** Rows of the overview's walks, cut to what is reckoned with: ten thousand of them are kept in memory. */
import { lastedOf } from '@/components/transfers/settling'
import type { DecodedIssuerQuote, DecodedTransfer } from '@/lib/api/reading'
import { isTimestamp } from '@/lib/api/values'
import type { WalkEntry } from '@/lib/browser/bounded-walk'
import { millisOf } from '@/lib/browser/clock'

export type TransferEntry = WalkEntry & {
  asset?: string
  direction?: string
  amount?: string
  status?: string
  type?: string
  /** Milliseconds from its creation to its last update. */
  lasted?: number
}

const momentOf = (time: string | undefined) => (time && isTimestamp(time) ? millisOf(time) : undefined)

export function transferEntry({ known }: DecodedTransfer): TransferEntry {
  const at = momentOf(known.created_at)
  const { id, asset, direction, amount, status, type } = known
  return { id, at, asset, direction, amount, status, type, lasted: lastedOf(known) }
}

export type QuoteEntry = WalkEntry & { asset?: string; status?: string; tokens?: string }

export function quoteEntry({ known }: DecodedIssuerQuote): QuoteEntry {
  const { id, created_at, asset_type, status, token_principal } = known
  return { id, at: momentOf(created_at), asset: asset_type, status, tokens: token_principal }
}
