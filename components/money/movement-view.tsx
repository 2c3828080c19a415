'use client'
import { ArrowRight, ChevronRight, Ellipsis, Printer } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { RecordNotes } from '@/components/notes/record-notes'
import { HistoryEntry } from '@/components/record/history'
import { RecordFold } from '@/components/record/record-fold'
import { Figure, RecordHead } from '@/components/record/record-head'
import { nextAction, nextStep } from '@/components/records/next-action'
import { deadlineOf, dueText } from '@/components/records/overdue'
import { profileLabel, useProfileNames } from '@/components/records/profile-names'
import { statusSummary } from '@/components/records/status-summary'
import { StatusNote } from '@/components/records/transfer-head'
import { transferTitle } from '@/components/records/transfer-labels'
import { rowStatusStyle } from '@/components/records/transfer-status'
import { spanText, useUsualTimes } from '@/components/records/usual-times'
import { Link } from '@/components/ui/address'
import { useIsPrinting } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { CopyAction, ShortId } from '@/components/ui/copy'
import { Popover } from '@/components/ui/dialog'
import { announce } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { Note, Status } from '@/components/ui/status'
import { Time, useNow, useZone } from '@/components/ui/time'
import { keyOf, type MovementJoin } from '@/lib/api/movement-links'
import { timeBy } from '@/lib/browser/clocks'
import { inSentence } from '@/lib/browser/labels'
import { callConsole } from '@/lib/browser/operation'
import { reachedAt } from '@/lib/features/money/comparison'
import type { MovementRequest } from '@/lib/features/money/interface'
import { moneyRows } from '@/lib/features/money/operations'
import type { Environment } from '@/lib/provider/environments'
import { sideOf } from '@/lib/provider/transfer-money'
import { approvalStop } from './approval-stop'
import { Candidates } from './candidates'
import { Comparison } from './movement-comparison'
import type { LoadedMovement } from './movement-read'
import { movementReply } from './movement-reply'
import { movementStops } from './movement-stops'
import { MovementSums } from './movement-sums'
import {
  aheadTitle,
  arrivedText,
  feesOf,
  figures,
  heldBy,
  type MovementNames,
  type MovementState,
  moniesText,
  movementName,
  movementState,
  whereText,
} from './movement-texts'
import { RequestList } from './request-list'
import { Track } from './track'
import { TravelRuleFacts } from './travel-rule-facts'
import { UnplannedNote } from './unplanned-note'

const JoinForm = lazyPart('The form', () => import('./join-form'))
const PlanWaiting = lazyPart('What to do next', () => import('./plan-waiting'))
const MovementReceipt = lazyPart('The receipt', () => import('./movement-receipt'))

type ViewProps = {
  environment: Environment
  movement: LoadedMovement
  /** Whether this person may plan, join and send. */
  mayWrite: boolean
  onChange: () => void
}

/** A movement of money: what state it is in, its stations, and what there is to do. */
export function MovementView({ environment, movement, mayWrite, onChange }: ViewProps) {
  const { stations, plan, transfers, requests = [] } = movement
  const { names: profiles } = useProfileNames(environment)
  const names: MovementNames = { profiles, requests }
  const at = timeBy('provider', movement.at, environment)
  const state = movementState(movement, at)
  const now = useNow(10_000, 'provider')
  const isPending = state.transfer?.known.status === 'PENDING'
  const usualTimes = useUsualTimes(environment, isPending)
  const timing = usualTimes && { now, usualTimes }
  const zone = useZone()
  const isPrinting = useIsPrinting(MovementReceipt)
  const hrefOf = (id: string) => `/${environment}/transfers/${encodeURIComponent(id)}`
  // Its times are the provider's, and so is that of its status.
  const reply = movementReply({ ...movement, at }, state, names, { environment, timing })
  const undo = (join: MovementJoin) => <UndoJoin environment={environment} join={join} onUndone={onChange} />
  const approvalOf = (rule: MovementRequest, now: number) => approvalStop(environment, rule, now)
  const stops = movementStops({ environment, movement, names, at, hrefOf, approvalOf, ...(mayWrite && { undo }) })
  const first = transfers[0]
  return (
    <>
      <div className={transfers.length > 0 ? 'print:hidden' : undefined}>
        <RecordHead
          figure={<Figures movement={movement} />}
          status={<StateLine movement={movement} state={state} names={names} now={now} />}
          end={
            <>
              {transfers.length > 0 && (
                <Button onClick={() => window.print()}>
                  <Printer />
                  Print {state.kind === 'arrived' ? 'receipt' : 'record'}
                </Button>
              )}
              {reply && (
                <CopyAction label="Copy reply" text={reply} kind={state.kind === 'arrived' ? 'primary' : undefined} />
              )}
              {mayWrite && first && <MoreActions environment={environment} onChange={onChange} id={keyOf(first)} />}
            </>
          }
        />
        <StateNote movement={movement} state={state} names={names} timing={timing} zone={zone} at={at} />
        <UnplannedNote environment={environment} movement={movement} />
        {stops.length > 0 && (
          <div className="mt-6">
            <h2 className="sr-only">Stations</h2>
            <Track stops={stops} label="Stations of this movement" />
          </div>
        )}
        <Undone environment={environment} movement={movement} />
        {plan && stations.length === 0 && (
          <>
            {movement.incomplete && (
              <Note tone="unknown" className="mt-6">
                {movement.incomplete}
              </Note>
            )}
            <PlanWaiting
              environment={environment}
              plan={plan}
              requests={movement.requests}
              due={movement.due}
              mayWrite={mayWrite}
              onSent={onChange}
            />
            <Candidates
              environment={environment}
              mayWrite={mayWrite}
              candidates={movement.candidates ?? []}
              plan={plan.id}
              onJoined={onChange}
            />
            <RecordNotes record={{ environment, kind: 'movement', id: plan.id }} />
          </>
        )}
        {transfers.length > 0 && (
          <div className="mt-8 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
            {/* On a phone too, who acts comes before the reply. */}
            <aside className="min-w-0 lg:col-start-2 lg:row-start-1" aria-label="Figures">
              {state.kind !== 'arrived' && <WhoActs movement={movement} state={state} timing={timing} at={at} />}
              <section>
                <h2>{state.kind === 'arrived' ? 'Does it add up?' : 'Where the money is'}</h2>
                <MovementSums movement={movement} names={names} />
              </section>
              <Comparison movement={movement} />
            </aside>
            <div className="min-w-0 lg:col-start-1 lg:row-start-1">
              {state.transfer && nextAction(state.transfer).reason === 'travel-rule' && (
                <TravelRuleFacts environment={environment} names={names} transfer={state.transfer} />
              )}
              {reply && <Reply text={reply} />}
              <div className="mt-5 border-t border-hairline">
                <TransferRecords movement={movement} hrefOf={hrefOf} />
                <Requests environment={environment} movement={movement} {...(mayWrite && { undo })} />
              </div>
              {plan && <RecordNotes record={{ environment, kind: 'movement', id: plan.id }} />}
              {first?.known.id && (
                <RecordNotes
                  record={{ environment, kind: 'transfer', id: first.known.id }}
                  {...(plan && { title: 'Notes on its first transfer', isLeftOut: true })}
                />
              )}
            </div>
          </div>
        )}
      </div>
      {isPrinting && transfers.length > 0 && (
        <MovementReceipt
          environment={environment}
          movement={movement}
          names={names}
          at={at}
          name={movementName(movement)}
        />
      )}
    </>
  )
}

/** What came, and what became of it. */
function Figures({ movement }: { movement: LoadedMovement }) {
  const { from, to, isExpected } = figures(movement)
  const shown = to.length > 0 ? to : from
  const [first] = shown
  const isOneAsset = shown.length === 1 && from.every((one) => one.asset === first?.asset)
  const isSame = isOneAsset && from.length === 1 && from[0]?.amount === first?.amount
  return (
    <>
      {to.length > 0 && !isSame && (
        <>
          {from.map(({ amount, asset }) => (
            <span key={asset} className="font-text text-ink-3 [&_.fraction]:text-inherit">
              <Figure amount={amount} asset={isOneAsset ? undefined : asset} />
            </span>
          ))}
          <ArrowRight className="size-[22px] self-center text-ink-3" />
          <span className="sr-only">became</span>
        </>
      )}
      {shown.map(({ amount, asset }) => (
        <Figure key={asset} amount={amount} asset={`${asset}${to.length > 0 && isExpected ? ' expected' : ''}`} />
      ))}
    </>
  )
}

type Said = { movement: LoadedMovement; state: MovementState; names: MovementNames }

/** What state it is in, since when, and what it took. */
function StateLine({ movement, state, names, now }: Said & { now: number }) {
  const { stations, plan } = movement
  const { kind, station, transfer } = state
  const times = stations.map(reachedAt)
  const [first, last] = [times[0], times.at(-1)]
  const fees = feesOf(stations)
  const changed = kind === 'failed' ? transfer?.known.updated_at : transfer?.known.created_at
  const withdrawn = kind === 'withdrawn' ? plan?.withdrawn : undefined
  const isOver = kind === 'arrived' || kind === 'left'
  const since = isOver ? station?.ended : (withdrawn?.at ?? changed ?? station?.ended ?? plan?.at)
  const elapsed = since === undefined || withdrawn ? undefined : now - Date.parse(since)
  return (
    <p className="mt-1.5 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-ink-2">
      <Status {...state} isLarge />
      <span>
        {[
          kind === 'arrived' && station && arrivedText(station, names),
          kind === 'left' && 'where it went is not visible here',
          withdrawn ? `by ${withdrawn.person},` : !isOver && kind !== 'failed' && 'since',
        ]
          .filter(Boolean)
          .join(' ')}
        {isOver && since ? ', ' : ' '} {since && <Time value={since} clock="provider" withZone />}
        {!isOver && kind !== 'failed' && elapsed !== undefined && elapsed > 0 && `, ${spanText(elapsed)}`}
      </span>
      <span className="text-sm text-ink-3">
        {[
          kind === 'arrived' &&
            (plan || stations.length > 1) &&
            first !== undefined &&
            last !== undefined &&
            (plan
              ? `${spanText(last - Date.parse(plan.at))} after the request`
              : `${spanText(last - first)} after it came`),
          fees.length > 0 && `${moniesText(fees)} in fees`,
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
    </p>
  )
}

type NoteProps = Said & { timing: Parameters<typeof statusSummary>[1]; zone: ReturnType<typeof useZone> }

/** What stops it: what that means, who acts by when, and where the money is meanwhile. */
function StateNote({ movement, state, names, timing, zone, at }: NoteProps & { at: number }) {
  const { transfer, kind, late } = state
  const { ahead = [], accounts, transfers } = movement
  const [pending, another] = transfers.filter(({ known }) => known.status === 'PENDING')
  const holdsAsset = another ? undefined : pending?.known.asset
  const where = whereText(accounts, names, holdsAsset, heldBy(state))
  if (late)
    return (
      <Note
        tone="wait"
        icon={state.icon}
        className="mt-5"
        title={`The money came ${spanText(at - late.since)} ago, and its rule has not continued.`}
      >
        {where} You act: ask the provider why, with the transfer ID. Mintdesk counts it as late after{' '}
        {spanText(late.limit)}; the provider gives no time.
      </Note>
    )
  // The note on who joined it says why no rule has run.
  if (!transfer && kind === 'waiting' && movement.unrun) return null
  if (!transfer && kind === 'waiting')
    return (
      <Note tone="wait" icon={state.icon} className="mt-5" title="The money came, and its rule did not run.">
        {where} Ask the provider, with the transfer ID, how to complete it.
      </Note>
    )
  if (!transfer || kind === 'moving') return null
  const { crypto_tx_hash: hash, crypto_network: network, profile_id } = transfer.known
  const rest = ahead.map(aheadTitle).map(inSentence)
  const follows = rest.length > 0 && kind === 'waiting' && ` The rest is automatic: ${rest.join(', ')}.`
  return (
    <StatusNote transfer={transfer} summary={statusSummary(transfer, timing, zone)} className="mt-5">
      <p>
        {where}
        {kind === 'waiting' && !hash && network && (
          <>
            {' There is no hash yet'}
            {sideOf(transfer.known) === 'DEBIT' &&
              `, so nothing shows that it has left ${profileLabel(profile_id ?? '', names.profiles) || 'the profile'}`}
            .
          </>
        )}
        {follows}
      </p>
    </StatusNote>
  )
}

type LinksProps = { movement: LoadedMovement; hrefOf: (id: string) => string }

type ActsProps = Omit<Said, 'names'> & { timing: Parameters<typeof statusSummary>[1]; at: number }

/** Who acts, by when, and what follows. */
function WhoActs({ movement: { ahead = [] }, state, timing, at }: ActsProps) {
  const { transfer, tone, icon, kind, late } = state
  const zone = useZone()
  if (!transfer && ahead.length === 0) return null
  const action = transfer && nextAction(transfer, timing)
  const needsDetails = action?.reason === 'travel-rule'
  const deadline = transfer && timing && deadlineOf(transfer, timing)
  const step = transfer && action && nextStep(transfer, action)
  const due = deadline && (deadline.overdueBy === undefined ? `by ${dueText(deadline.dueAt, zone, at)}` : 'overdue')
  return (
    <section className="mb-6">
      <h2>Who acts</h2>
      <ol className="mt-2.5">
        {transfer && action?.label && (
          <HistoryEntry tone={tone} icon={icon} title={action.label} end={due}>
            {step && `${step}.`} {due && 'Overdue by Mintdesk’s count; the provider sets no deadline.'}
          </HistoryEntry>
        )}
        {late && (
          <HistoryEntry tone={tone} icon={icon} title="Support follows up" end="overdue">
            Asks the provider why the rule has not continued.
          </HistoryEntry>
        )}
        {kind !== 'failed' && kind !== 'unknown' && (needsDetails || ahead.length > 0) && (
          <HistoryEntry icon={ChevronRight} title="Provider">
            {/* Spec, secondary statuses: the details are "needed to continue processing". */}
            {needsDetails && 'Continues once it has them. '}
            {ahead.length > 0 &&
              `${ahead.map(aheadTitle).join(', ')}: ${late ? 'the rule should have run' : 'automatic'}.`}
          </HistoryEntry>
        )}
      </ol>
    </section>
  )
}

function Reply({ text }: { text: string }) {
  return (
    <section className="not-first:mt-8">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2>Reply to customer</h2>
        <span className="text-sm text-ink-3">Contains no internal IDs.</span>
      </div>
      <div className="grid gap-2 rounded-2 border border-hairline bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
        {text.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  )
}

function TransferRecords({ movement: { transfers }, hrefOf }: LinksProps) {
  const done = transfers.filter(({ known }) => known.status === 'COMPLETED').length
  const count = `${transfers.length} at the provider, ${done === transfers.length ? 'all' : done} completed`
  return (
    <RecordFold title="Transfer records" more={count}>
      <ol aria-label="Transfer records">
        {transfers.map((transfer) => {
          const { id = '', created_at } = transfer.known
          return (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-t border-hairline py-1.5">
              <Link className="underline decoration-hairline-strong underline-offset-3" href={hrefOf(id)}>
                {transferTitle(transfer)}
              </Link>
              <Status {...rowStatusStyle(transfer)} />
              <span className="ml-auto text-ink-2">
                {created_at && <Time value={created_at} clock="provider" withZone />}
              </span>
              <ShortId id={id} what="transfer ID" />
            </li>
          )
        })}
      </ol>
    </RecordFold>
  )
}

type RequestsProps = Pick<ViewProps, 'environment' | 'movement'> & { undo?: (join: MovementJoin) => ReactNode }

function Requests({ environment, movement, undo }: RequestsProps) {
  const { requests } = movement
  if (!requests) return null
  return (
    <RecordFold title="Requests made here" more={requests.length === 0 ? 'none' : String(requests.length)}>
      {requests.length === 0 && <p className="text-ink-2">No request made in Mintdesk shares an identifier with it.</p>}
      <RequestList environment={environment} movement={movement} undo={undo} />
    </RecordFold>
  )
}

type UndoProps = { environment: Environment; join: MovementJoin; onUndone: () => void }

/** Takes two transfers apart that a person joined. */
function UndoJoin({ environment, join: { transfer, other, person }, onUndone }: UndoProps) {
  const { start, isPending, problem } = useWrite({
    mutationFn: () => callConsole(environment, moneyRows.undoJoin, { values: { id: transfer, other } }),
    onSuccess: () => announce('Join undone'),
    onSettled: onUndone,
  })
  return (
    <>
      {' '}
      <button
        type="button"
        className="min-h-6 underline decoration-hairline-strong underline-offset-3 hover:decoration-current max-sm:min-h-11"
        aria-label={`Undo: joined by ${person}`}
        aria-busy={isPending || undefined}
        onClick={() => start()}
      >
        {isPending ? 'Undoing…' : 'Undo'}
      </button>
      <WriteError problem={problem} />
    </>
  )
}

/** What was joined and is not any more, by whom, and where the other part is now. */
function Undone({
  environment,
  movement: { undone = [], transfers, plan },
}: Pick<ViewProps, 'environment' | 'movement'>) {
  const own = new Set([...transfers.map(keyOf), plan?.id])
  return undone.map(({ transfer, other, person, at, undone: by }) => (
    <p key={`${transfer} ${other}`} className="mt-3 text-sm text-ink-3">
      {person} joined it with{' '}
      <Link
        className="underline decoration-hairline-strong underline-offset-3"
        href={`/${environment}/money/${own.has(transfer) ? other : transfer}`}
      >
        another transfer
      </Link>
      , <Time value={at} withZone />; {by.person} undid that, <Time value={by.at} withZone />.
    </p>
  ))
}

function MoreActions({ environment, id, onChange }: { environment: Environment; id: string; onChange: () => void }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={anchor}
        size="icon"
        aria-label="More actions"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="justify-center"
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis />
      </Button>
      {isOpen && (
        <Popover label="More actions" anchor={anchor} align="end" onClose={() => setOpen(false)}>
          <JoinForm
            environment={environment}
            id={id}
            onJoined={() => {
              setOpen(false)
              onChange()
            }}
          />
        </Popover>
      )}
    </>
  )
}
