'use client'
import { Ban, Check, CircleDashed, CircleQuestionMark, Copy, type LucideIcon, X } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { nextAction } from '@/components/records/next-action'
import { deadlineOf, dueText, overdueText, type Timing } from '@/components/records/overdue'
import { kindText } from '@/components/records/transfer-labels'
import { rowStatusStyle } from '@/components/records/transfer-status'
import { useUsualTimes } from '@/components/records/usual-times'
import { Link } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { copyText, linkButtonClass } from '@/components/ui/copy'
import { TextArea } from '@/components/ui/field'
import { focusHeading } from '@/components/ui/focus'
import { Section } from '@/components/ui/section'
import { Status, type Tone, toneClass } from '@/components/ui/status'
import { useNow, useZone } from '@/components/ui/time'
import { localZone } from '@/lib/browser/clock'
import { shorten } from '@/lib/browser/identifiers'
import { capitalized } from '@/lib/browser/labels'
import type { Letter } from '@/lib/features/lookup/browser/letter'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { Candidates, candidatesId } from './candidates'
import {
  claimsSum,
  distinctRecords,
  type Finding,
  isAddress,
  type JudgedClaim,
  judgeClaims,
  partWith,
} from './claim-facts'
import { replyOf } from './letter-reply'
import { addressHref } from './lookup-columns'
import { transferHref } from './lookup-links'
import { type Lookup, type LookupRow, useLookup } from './lookup-query'
import { AnsweredAt, LookupResults, LookupStatus } from './lookup-results'

type LetterProps = {
  environment: Environment
  other?: Environment
  lookup: Lookup
  letter: Letter
  onPasteAnother: () => void
}

const answerStyles: Record<Finding, { tone: Tone; icon: LucideIcon; label: string }> = {
  matches: { tone: 'ok', icon: Check, label: 'Matches' },
  differs: { tone: 'bad', icon: X, label: 'Differs' },
  unclear: { tone: 'unknown', icon: CircleQuestionMark, label: 'Unclear' },
  'not-found': { tone: 'off', icon: Ban, label: 'Not found' },
  waiting: { tone: 'off', icon: CircleDashed, label: 'No answer' },
}

/** What an e-mail says, what is known of it, the transfers that it is about, and a reply to all of it. */
export default function LetterView({ environment, other, lookup, letter, onPasteAnother }: LetterProps) {
  const progress = useLookup(lookup)
  const { rows, status, at } = progress
  const now = useNow(60_000, 'provider')
  const records = distinctRecords(rows)
  const usualTimes = useUsualTimes(
    environment,
    records.some(({ known }) => known.status === 'PENDING'),
  )
  const timing = usualTimes && { now, usualTimes }
  const { zone } = useZone()
  const judged = judgeClaims(letter.claims, rows, { now, zone, here: localZone() })
  // The text area that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading()
  }, [])
  const whyLikely = (row: LookupRow, transfer: DecodedTransfer) => likelyText(row, transfer, judged, records)
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-[400px_minmax(0,1fr)] lg:gap-12">
        <section className="min-w-0" aria-label="E-mail">
          <div className="mb-2 flex min-h-6 items-center justify-between">
            <h2>E-mail</h2>
            <button type="button" className={linkButtonClass} onClick={onPasteAnother}>
              Paste another
            </button>
          </div>
          <MailText letter={letter} judged={judged} />
          <p className="mt-2 text-sm text-ink-3">Read in your browser. Nothing you paste is stored.</p>
        </section>
        <section className="min-w-0" aria-label="What they say, and what we know">
          <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
            <h2>What they say, and what we know</h2>
            <span className="text-sm text-ink-3">{claimsSum(judged)}</span>
          </div>
          <LookupStatus progress={progress} />
          {status === 'done' && progress.counts.failed > 0 && (
            <Button size="small" className="mt-2" onClick={() => progress.askAgain()}>
              Try again
            </Button>
          )}
          <ClaimsTable environment={environment} judged={judged} />
        </section>
      </div>
      {records.length > 0 && (
        <Section title="Their transfers" more={failedText(records)} end={<AnsweredAt {...progress} />}>
          <Transfers environment={environment} records={records} timing={timing} now={now} />
        </Section>
      )}
      {status !== 'running' && (
        <Candidates environment={environment} rows={rows} choice={{ whyLikely, choose: progress.choose }} />
      )}
      {status === 'done' && at !== undefined && <Reply draft={replyOf(judged, rows, { environment, timing, at })} />}
      <WhereLooked>
        <LookupResults environment={environment} other={other} lookup={lookup} isFolded />
      </WhereLooked>
    </>
  )
}

/** The letter as it was read, its claims underlined and numbered. */
function MailText({ letter: { text }, judged }: { letter: Letter; judged: readonly JudgedClaim[] }) {
  let reached = 0
  const parts = judged.map(({ claim, number, verdict }) => {
    const before = plain(text.slice(reached, claim.start))
    reached = claim.end
    return (
      <Fragment key={claim.start}>
        {before}
        <mark className={`bg-transparent font-label text-ink ${toneClass[answerStyles[verdict].tone]}`}>
          <span className="border-b-2 border-tone" title={claim.text}>
            {shorten(claim.text, 14)}
          </span>
          <sup className="ml-px text-xs text-tone">{number}</sup>
        </mark>
      </Fragment>
    )
  })
  return (
    <div className="rounded-2 border border-control bg-surface px-4 py-3 text-md leading-6 whitespace-pre-wrap wrap-anywhere">
      {parts}
      {plain(text.slice(reached))}
    </div>
  )
}

/** Technical headers and long quotes leave many empty lines. */
const plain = (text: string) => text.replace(/\n\s*\n\s*\n+/g, '\n\n')

/** On a phone a row is a card of two lines or three: nothing scrolls sideways. */
const card = 'grid gap-x-3 gap-y-0.5 border-b border-hairline py-2 sm:table-row'
const cell = 'min-w-0 text-left align-top sm:border-b sm:border-hairline sm:py-1.5 sm:pr-3'
const head = 'border-b border-hairline-strong py-1.5 pr-3 text-left font-label text-sm text-ink-3'
const tableClass = 'block w-full sm:table'
const headClass = 'hidden sm:table-header-group'
const bodyClass = 'block sm:table-row-group'

function ClaimsTable({ environment, judged }: { environment: Environment; judged: readonly JudgedClaim[] }) {
  return (
    <table className={`mt-1.5 ${tableClass}`} aria-label="What they say, and what we know">
      <thead className={headClass}>
        <tr>
          <th scope="col" className={`${head} w-6`}>
            <span className="sr-only">Number</span>
          </th>
          <th scope="col" className={head}>
            They say
          </th>
          <th scope="col" className={`${head} w-[104px]`}>
            <span className="sr-only">Finding</span>
          </th>
          <th scope="col" className={head}>
            We know
          </th>
        </tr>
      </thead>
      <tbody className={`max-sm:border-t max-sm:border-hairline ${bodyClass}`}>
        {judged.map((one) => {
          const { tone, icon: Icon, label } = answerStyles[one.verdict]
          return (
            <tr key={one.number} className={`${card} grid-cols-[12px_minmax(0,1fr)_auto]`}>
              <td className={`${cell} text-ink-3`}>{one.number}</td>
              <td className={`${cell} font-label wrap-anywhere`} title={one.claim.text}>
                {shorten(one.claim.text, 14)}
              </td>
              <td className={`${cell} whitespace-nowrap ${toneClass[tone]}`}>
                <Icon className="mr-1.5 size-[15px] text-tone" />
                {label}
              </td>
              <td className={`${cell} col-span-2 col-start-2 pr-0 wrap-anywhere`}>
                {one.fact && <b>{one.fact} </b>}
                <span className={one.fact ? 'text-ink-2' : undefined}>{one.text}</span>
                <NextStep environment={environment} judged={one} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Where a person can decide what is unclear. */
function NextStep({ environment, judged: { claim, row, text } }: { environment: Environment; judged: JudgedClaim }) {
  if (claim.kind !== 'identifier') return null
  const separator = text === '' ? '' : ', '
  if (isAddress(claim.pasted, row))
    return (
      <>
        {separator}
        <Link href={addressHref(environment, claim.pasted.text)} className="underline">
          see its transfers
        </Link>
      </>
    )
  if (row?.pasted.identifier?.kind !== 'partial' || row.chosen) return null
  const isOpen = row.result === 'candidates'
  return (
    (isOpen || row.result === 'not-found') && (
      <>
        {separator}
        <a href={`#${candidatesId(row)}`} className="underline">
          {isOpen ? 'choose below' : 'search below'}
        </a>
      </>
    )
  )
}

function failedText(records: readonly DecodedTransfer[]): string {
  const count = records.filter(({ known }) => known.status === 'FAILED').length
  return count === 0 ? 'none has failed' : `${count} failed`
}

type TransfersProps = {
  environment: Environment
  records: readonly DecodedTransfer[]
  timing: Timing | undefined
  now: number
}

/** Status, time limit and next action as the list has them. */
function Transfers({ environment, records, timing, now }: TransfersProps) {
  const zone = useZone()
  return (
    <div className="relative overflow-x-auto">
      <table className={tableClass} aria-label="Their transfers">
        <thead className={headClass}>
          <tr>
            {['Transfer', 'Amount', 'Asset', 'Status', 'Due', 'Next'].map((name) => (
              <th key={name} scope="col" className={`${head} ${name === 'Amount' ? 'text-right' : ''}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={bodyClass}>
          {records.map((transfer) => {
            const { id, amount, asset, direction, ref_id: reference, crypto_network: network } = transfer.known
            const href = transferHref(environment, transfer)
            const name = [kindText(transfer.known), !network && reference].filter(Boolean).join(', ')
            const { label, inFull, ...style } = rowStatusStyle(transfer)
            const overdue = overdueText(transfer, timing)
            const due = timing && deadlineOf(transfer, timing)
            return (
              <tr key={id} className={`${card} grid-cols-[minmax(0,1fr)_auto]`}>
                <td className={`${cell} order-1 max-sm:font-label`}>
                  {href ? (
                    <Link href={href} className="hover:underline">
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </td>
                <td className={`${cell} order-3 sm:text-right sm:whitespace-nowrap`}>
                  {amount !== undefined && <Amount text={amount} isDebit={direction === 'DEBIT'} isFree />}
                  <span className="text-ink-3 sm:hidden"> {asset}</span>
                </td>
                <td className={`${cell} hidden text-ink-3 sm:table-cell`}>{asset}</td>
                <td className={`${cell} order-2 max-sm:text-right sm:whitespace-nowrap`} title={inFull}>
                  <Status label={label} {...style} />
                </td>
                <td className={`${cell} order-4 max-sm:text-right ${overdue ? `${toneClass.wait} text-tone` : ''}`}>
                  {overdue ?? (due && `by ${dueText(due.dueAt, zone, now)}, on time`)}
                </td>
                <td className={`${cell} order-5 col-span-2 pr-0`}>{nextAction(transfer, timing).label}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** What speaks for a candidate, and against it. */
function likelyText(
  row: LookupRow,
  transfer: DecodedTransfer,
  judged: readonly JudgedClaim[],
  records: readonly DecodedTransfer[],
): string {
  const others = records.filter((one) => one.known.id !== row.chosen?.known.id)
  const profiles = new Set(others.flatMap(({ known }) => known.profile_id ?? []))
  const own = judged.filter((one) => one.row?.index === row.index)
  const amount = own.flatMap(({ claim }) => (claim.kind === 'amount' ? claim : []))[0]
  const isSame = profiles.has(transfer.known.profile_id ?? '')
  const isPart = amount && partWith(amount, transfer)
  const reasons = [isSame && 'same profile as above', isPart && 'the amount that they say']
  const doubts = [profiles.size > 0 && !isSame && 'other profile', amount && !isPart && 'other amount']
  const [why, caution] = [reasons, doubts].map((all) => all.filter(Boolean).join(', '))
  return [capitalized(why ?? ''), caution && `Caution: ${caution}`].filter(Boolean).join('. ')
}

/** The reply, which a person may change before copying it. */
function Reply({ draft }: { draft: string }) {
  const [edited, setEdited] = useState<string>()
  const [copied, setCopied] = useState<string>()
  const text = edited ?? draft
  return (
    <Section
      title="One reply to all of it"
      more="contains no internal IDs"
      end={
        <span className="flex gap-2 print:hidden">
          <Button onClick={() => setEdited(edited === undefined ? draft : undefined)}>
            {edited === undefined ? 'Edit' : 'Discard changes'}
          </Button>
          <Button
            kind="primary"
            onClick={async () => {
              if (await copyText(text)) setCopied(text)
            }}
          >
            {copied === text ? <Check /> : <Copy />}
            {copied === text ? 'Copied' : 'Copy reply'}
          </Button>
        </span>
      }
    >
      <div className="mt-4 max-w-[860px]">
        {edited === undefined ? (
          <div className="rounded-2 border border-hairline bg-sunken px-4 py-3 whitespace-pre-wrap wrap-anywhere">
            {text}
          </div>
        ) : (
          <TextArea
            id="reply"
            label="Reply"
            isLabelHidden
            rows={14}
            value={edited}
            onChange={({ target }) => setEdited(target.value)}
          />
        )}
      </div>
    </Section>
  )
}

/** Drawn once it is open: the table measures itself. */
function WhereLooked({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-8" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-ink-2">Where we looked</summary>
      {isOpen && children}
    </details>
  )
}
