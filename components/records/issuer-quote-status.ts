import { CircleCheck, CircleDashed, Clock, OctagonX, TriangleAlert } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import { issuanceOf } from '@/lib/api/own-filters'
import type { IssuerQuoteStatus } from '@/lib/provider/issuer-quotes'
import type { DecodedIssuerQuote } from '@/lib/provider/reading'

const statusStyles = {
  PENDING: { tone: 'wait', icon: Clock, label: 'Pending' },
  COMPLETE: { tone: 'ok', icon: CircleCheck, label: 'Completed' },
  FAILED: { tone: 'bad', icon: OctagonX, label: 'Failed', isLoud: true },
} as const satisfies Record<IssuerQuoteStatus, StatusStyle>
export const statuses = Object.entries<StatusStyle>(statusStyles)

/** What a quote does, in a word; "" if its tokens do not say. */
export function issuanceText({ known }: DecodedIssuerQuote): string {
  const issuance = issuanceOf(known.token_principal)
  return issuance === undefined ? '' : issuance === 'minted' ? 'Mint' : 'Redeem'
}

/** `Redeem USDG` */
export const quoteName = (quote: DecodedIssuerQuote) =>
  [issuanceText(quote), quote.known.asset_type].filter(Boolean).join(' ') || 'Issuer quote'

/** An unknown status is shown as received; a row without required fields says so. */
export function statusStyle({ known, missing }: DecodedIssuerQuote): StatusStyle {
  const status = known.status ?? ''
  const [, style] = statuses.find(([name]) => name === status) ?? []
  if (missing.length > 0)
    return { tone: 'wait', icon: TriangleAlert, label: 'Incomplete row', why: style?.label ?? status, isLoud: true }
  return style ?? { tone: 'off', icon: CircleDashed, label: status }
}
