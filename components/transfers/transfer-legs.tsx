'use client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import { Section, Skeleton } from '@/components/ui/section'
import { Note, Status } from '@/components/ui/status'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import type { DecodedTransfer } from '@/lib/api/reading'
import { hrefOf } from '@/lib/browser/list-url'
import { countText, noAmount, sumAddsUp } from './labels'
import {
  endsOf,
  isSameId,
  type Leg,
  legsOf,
  type Reconciliation,
  type Role,
  reconcileConversion,
  reconcilePair,
} from './reconciliation'
import { quietLink } from './transfer-facts'
import { groupRead, transferRead } from './transfer-reads'
import { DirectionArrow, rowStatusStyle, TypeLabel } from './transfer-status'
import { checkSum, SumResult, SumTable } from './transfer-sum'

/** A leg and its read; without transfer and error it is still loading. */
type LegState = Leg & { transfer?: DecodedTransfer; error?: ProblemError; onRetry?: () => void }

/** Every leg of a movement: the ends that `auto_conversion` names, and the rest of the transfer's `group_id`. */
export function useLegs(environment: Environment, transfer: DecodedTransfer) {
  const groupId = transfer.known.group_id
  const group = useQuery({ ...groupRead(environment, groupId ?? ''), enabled: groupId !== undefined })
  const { from, to } = endsOf(transfer)
  const ends = [from, to].filter((id) => id !== undefined)
  const results = useQueries({ queries: ends.map((id) => transferRead(environment, id)) })
  const rows = group.data?.items ?? []
  // A service that does not know the filter ignores it and returns every transfer (service-facts, "Reading").
  const members = rows.filter(({ known }) => isSameId(known.group_id, groupId))
  const memberIds = members.flatMap(({ known }) => known.id ?? [])
  const legs = legsOf(transfer, memberIds).map((leg): LegState => {
    if (leg.role === 'this') return { ...leg, transfer }
    const result = results[ends.findIndex((id) => isSameId(id, leg.id))]
    const member = members.find(({ known }) => isSameId(known.id, leg.id))
    return {
      ...leg,
      transfer: result?.data?.transfer ?? member,
      error: asProblem(result?.error ?? null),
      onRetry: () => void result?.refetch(),
    }
  })
  return {
    legs,
    groupId,
    group: group.data && { members: members.length, others: rows.length - members.length, next: group.data.next },
    groupError: asProblem(group.error),
    isGroupPending: groupId !== undefined && group.isPending,
    onGroupRetry: () => void group.refetch(),
  }
}

export type Legs = ReturnType<typeof useLegs>

type LegsProps = { legs: Legs; hrefOfTransfer: (id: string) => string; list: string }

/** Every leg that has loaded, and whether the two ends agree. */
export function TransferLegs({ legs: all, hrefOfTransfer, list }: LegsProps) {
  const { legs, group, groupId, groupError, isGroupPending } = all
  const isConversion = legs.some(({ role }) => role === 'from' || role === 'to')
  const result = reconcile(legs)
  const links = [isConversion && 'auto_conversion', groupId && 'group_id'].filter(Boolean).join(' and ')
  const read = legs.flatMap(({ transfer }) => transfer ?? [])
  const doSumsMatch = read.length === legs.length && read.every((leg) => checkSum(leg).state === 'matches')
  const isAtPar = result?.state === 'agrees' && new Set(read.map(({ known }) => known.asset)).size > 1
  return (
    <Section
      title={legs.length > 2 ? 'All sides' : 'Both sides'}
      more={`linked by ${links}${isAtPar ? ', at par' : ''}`}
    >
      <div className={`mt-3 grid grid-cols-1 gap-6 sm:grid-cols-2 sm:gap-8 ${legs.length > 2 ? 'lg:grid-cols-3' : ''}`}>
        {legs.map((leg) => (
          <LegView key={leg.id} leg={leg} href={leg.role === 'this' ? undefined : hrefOfTransfer(leg.id)} />
        ))}
        {isGroupPending && legs.length < 2 && <LegSkeleton />}
      </div>
      <div className="mt-4 grid gap-2">
        {result && <ReconciliationResult result={result} doSumsMatch={doSumsMatch} />}
        {!result && doSumsMatch && <Match text={legs.length > 1 ? 'Amounts and fees add up.' : sumAddsUp} />}
        {groupError && (
          <ReadError
            error={groupError}
            text="The other transfers of the group could not be loaded."
            onRetry={all.onGroupRetry}
          />
        )}
        {group && groupId && (
          <GroupNote group={group} isAlone={legs.length < 2}>
            <Link
              prefetch={false}
              className={quietLink}
              href={hrefOf(list, new URLSearchParams({ group_ids: groupId }))}
            >
              View group
            </Link>
          </GroupNote>
        )}
      </div>
    </Section>
  )
}

/** Undefined for one leg, and for three or more of a group. */
function reconcile(legs: readonly LegState[]): Reconciliation | undefined {
  const at = (role: Role) => legs.find((leg) => leg.role === role)
  const [from, to] = [at('from') ?? at('this'), at('to') ?? at('this')]
  if (at('from') || at('to')) return from?.transfer && to?.transfer && reconcileConversion(from.transfer, to.transfer)
  const [one, other, third] = legs
  return !third && one?.transfer && other?.transfer ? reconcilePair(one.transfer, other.transfer) : undefined
}

const roleLabels: Record<Role, string> = {
  from: 'Source',
  this: 'This transfer',
  to: 'Destination',
  pair: 'Other side',
}

/** One leg's transfer and sum, or why it could not be loaded. */
export function LegView({ leg: { id, role, transfer, error, onRetry }, href }: { leg: LegState; href?: string }) {
  const label = roleLabels[role]
  return (
    <section aria-label={label} className="grid min-w-0 content-start gap-1">
      <p className="text-sm text-ink-3">{label}</p>
      {transfer && <LegTransfer transfer={transfer} href={href} />}
      <p>
        <ShortId id={id} what={role === 'this' ? 'transfer id' : `transfer id, ${label.toLowerCase()}`} />
      </p>
      {transfer ? (
        <div className="mt-2">
          <SumTable transfer={transfer} />
          <SumResult transfer={transfer} isAlone={false} />
        </div>
      ) : error ? (
        <ReadError error={error} text={errorText(error)} onRetry={onRetry} />
      ) : (
        <LegSkeleton />
      )}
    </section>
  )
}

function LegTransfer({ transfer, href }: { transfer: DecodedTransfer; href?: string }) {
  const { amount, asset, direction, type } = transfer.known
  const money = amount !== undefined && (
    <b>
      <Amount text={amount} isFree /> <span className="font-text text-ink-3">{asset}</span>
    </b>
  )
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        {href ? (
          <Link prefetch={false} className="hover:underline" href={href}>
            {money || noAmount}
          </Link>
        ) : (
          money || <span className="text-ink-3">{noAmount}</span>
        )}
      </p>
      <p>
        <DirectionArrow direction={direction} /> <TypeLabel type={type} />
      </p>
      <p>
        <Status {...rowStatusStyle(transfer)} />
      </p>
    </>
  )
}

function errorText({ problem }: ProblemError): string {
  if (problem.status === 404) return 'The provider has no transfer with this ID.'
  return problem.status === 429
    ? 'The provider asked Mintdesk to wait before loading this side.'
    : 'This side could not be loaded.'
}

function ReadError({ error, text, onRetry }: { error: ProblemError; text: string; onRetry?: () => void }) {
  const { problem } = error
  return (
    <div className="grid justify-items-start gap-1">
      <p role="status">
        <TriangleAlert className="mr-1.5 size-[15px] text-wait" />
        {text} {problem.status !== 404 && <span className="text-ink-2">{problem.title}</span>}
      </p>
      {problem.request_id && (
        <p className="text-sm text-ink-3">
          Request id <ShortId id={problem.request_id} what="request id" head={32} />
        </p>
      )}
      {onRetry && !isAccessLost(error) && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

function LegSkeleton() {
  return (
    <div aria-hidden className="mt-1 grid gap-3 py-1">
      {[120, 150, 90].map((width) => (
        <Skeleton key={width} style={{ width }} />
      ))}
    </div>
  )
}

function Match({ text }: { text: string }) {
  return (
    <p>
      <CircleCheck className="mr-1.5 size-[15px] text-ok" />
      {text}
    </p>
  )
}

type ResultProps = { result: Reconciliation; doSumsMatch: boolean }

function ReconciliationResult({ result: { state, text }, doSumsMatch }: ResultProps) {
  const sums = doSumsMatch ? ' Both totals add up.' : ''
  if (state === 'agrees')
    return <Match text={sums && /^\d/.test(text) ? `Both totals add up, and ${text}` : `${text}${sums}`} />
  if (state === 'unknown')
    return (
      <p className="text-ink-2">
        <CircleDashed className="mr-1.5 size-[15px] text-ink-3" />
        {text}
        {sums}
      </p>
    )
  return (
    <Note tone="wait" icon={TriangleAlert}>
      <p>
        <b>{text}</b>
        {sums} Support must ask the provider which one is right.
      </p>
    </Note>
  )
}

type GroupProps = { group: NonNullable<Legs['group']>; isAlone: boolean; children: ReactNode }

function GroupNote({ group: { members, others, next }, isAlone, children }: GroupProps) {
  const count = `${members.toLocaleString('en-US')}${next ? ' or more' : ''}`
  return (
    <p className="text-sm text-ink-3">
      {isAlone && 'The provider lists no other transfer in this group, so the other side is unknown. '}
      {(members > 2 || (next && others === 0)) &&
        `The group has ${count} transfers; a debit and a credit were expected. `}
      {others > 0 &&
        `${countText(others, 'row of another group was', 'rows of other groups were')} also returned and not shown. `}
      {children}
    </p>
  )
}
