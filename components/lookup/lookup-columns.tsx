'use client'
/** The columns of the results of a look-up. */
import type { Column } from '@/components/list/column'
import { rowStatusStyle } from '@/components/records/transfer-status'
import { Link } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { linkButtonClass, ShortId } from '@/components/ui/copy'
import { Status } from '@/components/ui/status'
import { shorten } from '@/lib/browser/identifiers'
import type { Environment } from '@/lib/provider/environments'
import { readAs, resultStyle, sharedTransfer, shortlyWhatItIs, whatItIs } from './labels'
import { transferHref } from './lookup-links'
import type { LookupRow } from './lookup-query'

type LookupColumn = Column<LookupRow>

/** Widths next to a text, in CSS pixels. */
const [statusIcon, copyButton] = [21, 16]

/** References are read by people, so more of them stays. */
const headOf = ({ pasted: { identifier } }: LookupRow) => (identifier?.kind === 'reference' ? 28 : 8)

const shortText = (row: LookupRow) => shorten(row.pasted.text, headOf(row))

/** The list by the filter that can find an address. */
export const addressHref = (environment: Environment, address: string) =>
  `/${environment}/transfers?${new URLSearchParams({ 'x.destination_address': address })}`

/** The filter that lists what a line found; there is none by the ends of an identifier. */
function filterOf({ transfers, answer }: LookupRow): [string, string][] {
  const { field } = answer ?? {}
  const values = answer?.asked.find((asked) => asked.field === field)?.values ?? []
  const [value = ''] = values
  if (field === 'destination_address' || field === 'memo') return [[`x.${field}`, value]]
  if (field === 'amount' && values.length === 1) {
    const [amount = '', asset = ''] = value.split(' ')
    return [
      ...(['gte', 'lte'] as const).map((bound): [string, string] => [`x.amount.${bound}`, amount]),
      ['x.asset', asset],
    ]
  }
  if (field && field !== 'amount') return values.map((one) => [field, one])
  return transfers.flatMap(({ known: { id } }) => (id ? [['ids', id]] : []))
}

/** The page of what a line found: its transfer, or the list of its transfers. */
export function hrefOfRow(environment: Environment, row: LookupRow): string | undefined {
  const { result, transfers, answer } = row
  const [first] = transfers
  if (result !== 'found' && result !== 'several' && result !== 'candidates') return undefined
  if (transfers.length === 1 && first && !answer?.isMore) return transferHref(environment, first)
  return `/${environment}/transfers?${new URLSearchParams(filterOf(row))}`
}

type Options = {
  environment: Environment
  /** Shows where a line was looked for. */
  onExplain: (row: LookupRow) => void
  onAskAgain: (row: LookupRow) => void
}

export const lookupColumns = ({ environment, onExplain, onAskAgain }: Options): readonly LookupColumn[] => [
  {
    key: 'line',
    name: 'Line',
    text: ({ pasted }) => String(pasted.line),
    cell: ({ pasted }) => <span className="text-ink-2">{pasted.line}</span>,
  },
  {
    key: 'pasted',
    name: 'Pasted',
    face: 'mono',
    extra: copyButton,
    text: shortText,
    cell: (row) => <Pasted row={row} />,
  },
  {
    key: 'read',
    name: 'Read as',
    text: readAs,
    extra: 4,
    cell: (row) => <span className="text-ink-2">{readAs(row)}</span>,
  },
  {
    key: 'result',
    name: 'Result',
    card: 'state',
    extra: statusIcon,
    face: (row) => (resultStyle(row).isLoud ? 'label' : 'text'),
    text: (row) => resultStyle(row).label,
    cell: (row) => <Status {...resultStyle(row)} />,
  },
  {
    key: 'what',
    name: 'What it is',
    card: 'what',
    text: (row) => (row.transfers.length > 0 ? whatItIs(row) : ''),
    cell: (row) => <What row={row} environment={environment} onExplain={onExplain} onAskAgain={onAskAgain} />,
  },
  {
    key: 'amount',
    name: 'Amount',
    card: 'main',
    amount: (row) => {
      const { amount, isDebit } = sharedTransfer(row)
      return amount === undefined ? undefined : { text: amount, isDebit }
    },
    cell: (row) => {
      const { amount, isDebit, asset } = sharedTransfer(row)
      return (
        <>
          {amount !== undefined && <Amount text={amount} isDebit={isDebit} />}
          <span className="font-text text-ink-3 sm:hidden"> {amount === undefined ? readAs(row) : asset}</span>
        </>
      )
    },
  },
  {
    key: 'asset',
    name: 'Asset',
    isKept: true,
    text: (row) => sharedTransfer(row).asset,
    cell: (row) => <span className="text-ink-3">{sharedTransfer(row).asset}</span>,
  },
  {
    key: 'status',
    name: 'Status',
    isKept: true,
    extra: statusIcon,
    face: (row) => (statusOf(row)?.isLoud ? 'label' : 'text'),
    text: (row) => [statusOf(row)?.label, statusOf(row)?.why].filter(Boolean).join(' · '),
    cell: (row) => {
      const style = statusOf(row)
      return (
        style && (
          <span title={style.inFull}>
            <Status {...style} />
          </span>
        )
      )
    },
  },
]

function statusOf(row: LookupRow) {
  const { transfer, hasStatus } = sharedTransfer(row)
  return transfer && hasStatus ? rowStatusStyle(transfer) : undefined
}

/** A secret has been masked, and is not copied. */
function Pasted({ row }: { row: LookupRow }) {
  const { pasted } = row
  const isReference = pasted.identifier?.kind === 'reference'
  if (isReference && shortText(row) === pasted.text) return <span className="text-ink-2">{pasted.text}</span>
  return <ShortId id={pasted.text} what={pasted.identifier && 'identifier'} head={headOf(row)} tabIndex={-1} />
}

/** Words without a transfer reach over the empty columns beside them, which need not be as wide. */
const overNext = 'sm:inline-block sm:w-px sm:whitespace-nowrap'

function What({ row, environment, onExplain, onAskAgain }: Options & { row: LookupRow }) {
  const { result, answer, pasted } = row
  const href = hrefOfRow(environment, row)
  const onPhone = (
    <span className="font-mono text-sm sm:hidden" aria-hidden>
      {shortText(row)}{' '}
    </span>
  )
  if (href) {
    return (
      <>
        {onPhone}
        <Link href={href} tabIndex={-1} className="hover:underline">
          {whatItIs(row)}
        </Link>
      </>
    )
  }
  const [request] = answer?.requests ?? []
  const isRequest = result === 'not-found' && request !== undefined
  return (
    <span className={`text-ink-2 ${overNext}`}>
      {onPhone}
      {isRequest ? (
        <Link href={`/${environment}/activity/${request.id}`} tabIndex={-1} className="hover:underline">
          {whatItIs(row)}
        </Link>
      ) : (
        shortlyWhatItIs(row)
      )}
      {answer && result !== 'found' && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Where we looked for ${pasted.text}`}
          className={`${linkButtonClass} ml-2`}
          onClick={() => onExplain(row)}
        >
          Where we looked
        </button>
      )}
      {result === 'failed' && (
        <Button size="small" className="ml-2 sm:h-6 sm:min-h-6" tabIndex={-1} onClick={() => onAskAgain(row)}>
          Ask again
        </Button>
      )}
    </span>
  )
}
