/** The columns of the list of issuer quotes. Spec, "Issuer quote execution": meaning and units are not shown there. */
import { CircleCheck, CircleDashed, Clock, OctagonX, TriangleAlert } from 'lucide-react'
import type { Column } from '@/components/list/column'
import { Amount } from '@/components/ui/amount'
import { ShortId, shorten } from '@/components/ui/copy'
import { Status, type StatusStyle } from '@/components/ui/status'
import type { DecodedIssuerQuote } from '@/lib/api/reading'

type QuoteColumn = Column<DecodedIssuerQuote>
type Known = DecodedIssuerQuote['known']

const statusIcon = 21
const copyButton = 16
const idHead = 8

const looks: Record<string, StatusStyle> = {
  PENDING: { tone: 'wait', icon: Clock, word: 'Pending' },
  COMPLETE: { tone: 'ok', icon: CircleCheck, word: 'Complete' },
  FAILED: { tone: 'bad', icon: OctagonX, word: 'Failed', isLoud: true },
}

/** How a quote's status looks: one that is not known stays as it came, a row that lacks fields says so. */
function statusLook({ known, missing }: DecodedIssuerQuote): StatusStyle {
  const status = known.status ?? ''
  const look = Object.hasOwn(looks, status) ? looks[status] : undefined
  if (missing.length > 0)
    return { tone: 'wait', icon: TriangleAlert, word: 'Incomplete row', why: look?.word ?? status, isLoud: true }
  return look ?? { tone: 'off', icon: CircleDashed, word: status }
}

/** A column of signed decimals. The provider states no unit, so none is shown. */
function figures(key: string, name: string, read: (known: Known) => string | undefined): QuoteColumn {
  return {
    key,
    name,
    unit: 'as received',
    amount: ({ known }) => {
      const text = read(known)
      return text === undefined ? undefined : { text }
    },
  }
}

/** In the order of the look. */
export const quoteColumns: readonly QuoteColumn[] = [
  { key: 'created', name: 'Created', sort: 'CREATED_AT', card: 'when', time: ({ known }) => known.created_at },
  {
    key: 'asset_type',
    name: 'Asset type',
    card: 'what',
    text: ({ known }) => known.asset_type,
  },
  {
    ...figures('principal', 'Principal', ({ principal }) => principal),
    card: 'main',
    cell: ({ known }) =>
      known.principal !== undefined && (
        <>
          <span className="font-text text-ink-3 sm:hidden">Principal </span>
          <Amount text={known.principal} />
        </>
      ),
  },
  figures('fee', 'Fee', ({ fee }) => fee),
  figures('token_principal', 'Token principal', ({ token_principal }) => token_principal),
  figures('token_price', 'Token price', ({ token_price }) => token_price),
  figures('token_fee', 'Token fee', ({ token_fee }) => token_fee),
  {
    key: 'status',
    name: 'Status',
    card: 'state',
    face: (quote) => (statusLook(quote).isLoud ? 'label' : 'text'),
    extra: statusIcon,
    text: (quote) => {
      const { word, why } = statusLook(quote)
      return why ? `${word} · ${why}` : word
    },
    cell: (quote) => (
      <span title={quote.missing.length > 0 ? `Missing: ${quote.missing.join(', ')}` : undefined}>
        <Status {...statusLook(quote)} />
      </span>
    ),
  },
  {
    key: 'profile',
    name: 'Profile',
    face: 'mono',
    text: ({ known }) => known.profile_id && shorten(known.profile_id, idHead),
    cell: ({ known }) => known.profile_id && <ShortId id={known.profile_id} head={idHead} />,
  },
  {
    key: 'reference',
    name: 'Reference',
    text: ({ known }) => known.ref_id,
    cell: ({ known }) => known.ref_id && <span className="text-ink-2">{known.ref_id}</span>,
  },
  {
    key: 'quote',
    name: 'Quote',
    face: 'mono',
    extra: copyButton,
    text: ({ known }) => known.id && shorten(known.id, idHead),
    cell: ({ known }) => known.id && <ShortId id={known.id} what="quote id" head={idHead} shortcut="c" />,
  },
]
