'use client'
import { replaceAddress, useAddress } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { useIsPrinting } from '@/components/ui/browser-state'
import { buttonClass } from '@/components/ui/button'
import { CopyAction, CopyButton } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { Note, Status } from '@/components/ui/status'
import { type Tab, Tabs } from '@/components/ui/tabs'
import { useNow } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/reading'
import { isTimestamp } from '@/lib/api/values'
import { durationText, millisOf } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { explorerOf } from './explorers'
import { capitalize, countText, noAmount } from './labels'
import { nextStep } from './next-action'
import { Receipt } from './receipt'
import { type StatusSummary, statusSummary, supportNote } from './status-summary'
import { ExplorerLink, FactsColumn } from './transfer-facts'
import { AllFields, fieldCount } from './transfer-fields'
import { nameOf, TransferLegs, useMovement } from './transfer-legs'
import type { LoadedTransfer } from './transfer-reads'
import { transferStatusStyle } from './transfer-status'
import { hasSum, SumResult, SumTable } from './transfer-sum'
import { eventsOf, TransferTimeline, useObservedStates } from './transfer-timeline'
import { type UsualTimes, useUsualTimes, usualTimeOf, usualTimeText } from './usual-times'

/** The tabs by their names in `x.tab`; the first needs none. */
const tabNames = ['story', 'fields', 'json'] as const
type TabName = (typeof tabNames)[number]

type ViewProps = { environment: Environment; loaded: LoadedTransfer }

/** A transfer's amount and status, three tabs about it, and its receipt. */
export function TransferView({ environment, loaded }: ViewProps) {
  const { transfer, at, text } = loaded
  const { path, search } = useAddress()
  const params = new URLSearchParams(search)
  const chosen = tabNames.find((name) => name === params.get('x.tab')) ?? 'story'
  const choose = (name: TabName) => {
    if (name === 'story') params.delete('x.tab')
    else params.set('x.tab', name)
    // The back button does not step through tabs.
    replaceAddress(hrefOf(path, params))
  }
  const movement = useMovement(environment, transfer)
  const otherLegs = movement.legs.flatMap((leg) => (leg.role !== 'this' && leg.transfer ? leg.transfer : []))
  const states = useObservedStates({ at, where: text === undefined ? 'list' : 'page', transfer })
  const now = useNow(10_000)
  const usualTimes = useUsualTimes(environment, transfer.known.status === 'PENDING')
  const summary = statusSummary(transfer, usualTimes && { now, usualTimes })
  const summarized = { ...loaded, environment, summary, name: nameOf(transfer, movement) }
  const isPrinting = useIsPrinting()
  const tabs: Tab<TabName>[] = [
    { name: 'story', label: 'Story' },
    { name: 'fields', label: 'All fields', count: fieldCount(transfer) },
    { name: 'json', label: 'Raw JSON' },
  ]
  return (
    <>
      <div className="print:hidden">
        <div className="mb-3 flex flex-col items-start gap-4 sm:flex-row">
          <AmountAndStatus transfer={transfer} />
          <div className="flex flex-none flex-wrap gap-2 sm:ml-auto lg:-mt-[22px]">
            <CopyAction text={supportNote(summarized)} label="Support note" />
            <ExplorerLink explorer={explorerOf(environment, transfer)} className={buttonClass()} />
          </div>
        </div>
        <Tabs label="Views of this transfer" tabs={tabs} chosen={chosen} onChoose={choose}>
          {chosen === 'story' && (
            <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-12">
              {/* Amounts can be of any length and are never cut. */}
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <StatusNote transfer={transfer} summary={summary} usualTimes={usualTimes} />
                {movement.legs.length > 1 || movement.groupId !== undefined ? (
                  <TransferLegs environment={environment} movement={movement} />
                ) : (
                  hasSum(transfer) && (
                    <Section title="Fee and total" more={movement.conversion ?? transfer.known.asset}>
                      <div className="mt-2 max-w-[420px]">
                        <SumTable transfer={transfer} />
                      </div>
                      <SumResult transfer={transfer} isAlone />
                    </Section>
                  )
                )}
                <TransferTimeline
                  events={eventsOf(transfer, otherLegs, states)}
                  next={nextStep(transfer, summary.action)}
                  now={at}
                />
              </div>
              <FactsColumn {...summarized} />
            </div>
          )}
          {chosen === 'fields' && <AllFields transfer={transfer} />}
          {chosen === 'json' && <RawJson text={text} />}
        </Tabs>
      </div>
      {isPrinting && <Receipt {...summarized} />}
    </>
  )
}

function AmountAndStatus({ transfer }: { transfer: DecodedTransfer }) {
  const { amount, asset, direction } = transfer.known
  return (
    <div className="min-w-0">
      <p className="group text-[26px] leading-(--leading-2xl) font-title tracking-[-0.02em] [overflow-wrap:anywhere] sm:text-2xl">
        {amount === undefined ? (
          <span className="text-ink-3">{noAmount}</span>
        ) : (
          <>
            <Amount text={amount} isDebit={direction === 'DEBIT'} isFree />{' '}
            <span className="text-lg font-text tracking-normal text-ink-3">{asset}</span>
            <CopyButton text={amount} what="amount" />
          </>
        )}
      </p>
      <p className="mt-2">
        <Status {...transferStatusStyle(transfer)} isLarge />
      </p>
    </div>
  )
}

type StatusNoteProps = { transfer: DecodedTransfer; summary: StatusSummary; usualTimes?: UsualTimes }

/** What the status means, who must act, how long it has been pending, and what the provider says. */
function StatusNote({ transfer, summary, usualTimes }: StatusNoteProps) {
  const { tone, title, text, quotes } = summary
  const { known, missing } = transfer
  const isPending = known.status === 'PENDING'
  return (
    <Note tone={tone} icon={transferStatusStyle(transfer).icon}>
      <p>
        <b>{title}</b> {text}
        {/* Who acts depends on the usual times; the line has room for it before they are there. */}
        {isPending && usualTimes === undefined && (
          <span aria-hidden className="invisible">
            No action needed.
          </span>
        )}
      </p>
      {isPending && <PendingFor transfer={transfer} usualTimes={usualTimes} />}
      {quotes.map((quote) => (
        <p key={quote}>The provider says: “{quote}”</p>
      ))}
      {missing.length > 0 && (
        <p>
          Missing required fields: <span className="font-mono">{missing.join(', ')}</span>
        </p>
      )}
    </Note>
  )
}

/** "Usually 1 h 45 min, 95 % within 6 h; pending 7 h 30 min.", and from how many that is known. */
function PendingFor({ transfer, usualTimes }: Omit<StatusNoteProps, 'summary'>) {
  const { created_at: since, type } = transfer.known
  const millis = useNow(1000) - (since && isTimestamp(since) ? millisOf(since) : Number.NaN)
  const usual = usualTimes && usualTimeOf(usualTimes, type)
  // Below zero this machine's clock is behind the provider's.
  const pending = millis >= 0 && <span className="tabular-nums">{durationText(millis)}</span>
  if (!usual) return pending && <p>Pending for {pending}.</p>
  return (
    <p>
      {capitalize(usualTimeText(usual))}
      {pending && <>; pending {pending}</>}.{' '}
      <span className="text-sm text-ink-3">From {countText(usual.transfers, 'completed transfer')} of this type.</span>
    </p>
  )
}

/** @param text the exact response; undefined while only the list's row is there */
function RawJson({ text }: { text?: string }) {
  if (text === undefined)
    return <p className="pt-2 text-ink-2">Loading the provider's response. The list row is not the full response.</p>
  return (
    <section aria-label="Raw JSON">
      <header className="flex min-h-8 items-center justify-between gap-3 pt-1 pb-2">
        <span className="text-sm text-ink-3">The provider's exact response, indented</span>
        <CopyButton text={text} what="raw JSON" />
      </header>
      <JsonBox text={text} label="JSON text" />
    </section>
  )
}
