'use client'
import { networkText } from '@/components/records/transfer-labels'
import { Link } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Button, buttonClass } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { shorten } from '@/lib/browser/identifiers'
import { countText } from '@/lib/browser/labels'
import type { Environment } from '@/lib/provider/environments'
import { hashKey } from '@/lib/provider/matching'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { amongText, characterCount } from './labels'
import { transferHref } from './lookup-links'
import type { LookupProgress, LookupRow } from './lookup-query'

type CandidatesProps = {
  environment: Environment
  rows: readonly LookupRow[]
  /** In an e-mail a person chooses a candidate, and sees why it is likely; elsewhere it opens. */
  choice?: { whyLikely: (row: LookupRow, transfer: DecodedTransfer) => string; choose: LookupProgress['choose'] }
}

/** Shortened identifiers with a section of their own; a text with more is a list. */
const mostShown = 5

export const candidatesId = ({ index }: LookupRow) => `candidates-${index}`

/** What each shortened identifier could be: never one that was chosen for the reader. */
export function Candidates({ rows, ...props }: CandidatesProps) {
  return rows
    .filter(({ pasted, result }) => pasted.identifier?.kind === 'partial' && /^(?:candidates|not-found)$/.test(result))
    .slice(0, mostShown)
    .map((row) =>
      row.transfers.length > 0 ? (
        <CandidateTable key={row.index} row={row} {...props} />
      ) : (
        <NoCandidate key={row.index} row={row} {...props} />
      ),
    )
}

type RowProps = Omit<CandidatesProps, 'rows'> & { row: LookupRow }

function NoCandidate({ environment, row }: RowProps) {
  return (
    <div id={candidatesId(row)}>
      <Section title={`No transfer matches ${shorten(row.pasted.text, 20)}`}>
        <p className="pt-3 text-sm text-ink-2">
          {countText(characterCount(row), 'character')} compared, {amongText(environment, row.records)}.
        </p>
      </Section>
    </div>
  )
}

function titleOf({ pasted, transfers, answer }: LookupRow): string {
  const { length } = transfers
  const what = length === 1 ? 'this one' : length === 2 ? 'either of these' : 'any of these'
  return `${shorten(pasted.text, 20)} could be ${answer?.isMore ? 'one of these, or of more' : what}`
}

const cell = 'border-b border-hairline py-1.5 pr-4 text-left whitespace-nowrap'

function CandidateTable({ environment, row, choice }: RowProps) {
  const { transfers, chosen } = row
  const title = titleOf(row)
  const heads = ['Hash', 'Amount', 'Asset', 'Network', 'Created', ...(choice ? ['For and against'] : [])]
  return (
    <div id={candidatesId(row)}>
      <Section
        title={title}
        more={`matched on ${countText(characterCount(row), 'character')} ${amongText(environment, row.records)}`}
      >
        <div className="relative overflow-x-auto">
          <table className="w-full" aria-label={title}>
            <thead className="text-sm text-ink-3">
              <tr>
                {heads.map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className={`${cell} border-hairline-strong font-label ${head === 'Amount' ? 'text-right' : ''}`}
                  >
                    {head}
                  </th>
                ))}
                <th scope="col" className={`${cell} border-hairline-strong`}>
                  <span className="sr-only">Choose</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {transfers.map((transfer) => {
                const { id, amount, asset, direction, created_at: created } = transfer.known
                const isChosen = chosen === transfer
                const href = transferHref(environment, transfer)
                return (
                  <tr key={id}>
                    <td className={cell}>
                      <Matched row={row} transfer={transfer} />
                    </td>
                    <td className={`${cell} text-right`}>
                      {amount !== undefined && <Amount text={amount} isDebit={direction === 'DEBIT'} isFree />}
                    </td>
                    <td className={`${cell} text-ink-3`}>{asset}</td>
                    <td className={cell}>{networkText(transfer.known)}</td>
                    <td className={cell}>{created && <Time value={created} clock="provider" withZone />}</td>
                    {choice && <td className={`${cell} text-ink-2`}>{choice.whyLikely(row, transfer)}</td>}
                    <td className={`${cell} pr-0 text-right`}>
                      {choice ? (
                        <Button
                          size="small"
                          aria-pressed={isChosen}
                          onClick={() => choice.choose(row, isChosen ? undefined : transfer)}
                        >
                          {isChosen ? 'Chosen' : 'This one'}
                        </Button>
                      ) : (
                        href && (
                          <Link href={href} className={buttonClass({ size: 'small' })}>
                            This one
                          </Link>
                        )
                      )}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      </Section>
    </div>
  )
}

const matchedClass = 'rounded-1 bg-pressed font-label text-ink'

/** The identifier that matched, with the characters that did: the others are what is different. */
function Matched({ row: { pasted }, transfer: { known } }: { row: LookupRow; transfer: DecodedTransfer }) {
  const { identifier } = pasted
  if (identifier?.kind !== 'partial') return null
  const { start, end } = identifier
  const hash = known.crypto_tx_hash ?? ''
  const isOfHash = hash !== '' && hashKey(hash).startsWith(start) && hashKey(hash).endsWith(end)
  const whole = isOfHash ? hash : (known.id ?? '')
  const first = start.length + (/^0x/i.test(whole) ? 2 : 0)
  const rest = whole.slice(first, whole.length - end.length)
  return (
    <span className="font-mono text-sm text-ink-2" title={whole}>
      <span className="sr-only">{whole}</span>
      <span aria-hidden>
        <span className={matchedClass}>{whole.slice(0, first)}</span>
        {end === '' ? shorten(rest, 8) : shorten(rest, 4)}
        {end !== '' && <span className={matchedClass}>{end}</span>}
      </span>
      <CopyButton text={whole} what={isOfHash ? 'hash' : 'transfer ID'} />
    </span>
  )
}
