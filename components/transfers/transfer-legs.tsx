'use client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { asProblem, isAccessLost, RequestId } from '@/components/ui/problem'
import { Section, SkeletonLines } from '@/components/ui/section'
import { Note, Status } from '@/components/ui/status'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import type { DecodedTransfer } from '@/lib/api/provider/reading'
import { countText } from '@/lib/browser/labels'
import { noAmount, sumAddsUp } from './labels'
import { useTransferHref } from './list-neighbours'
import {
  conversionOf,
  endsOf,
  isSameId,
  type Leg,
  legsOf,
  type Reconciliation,
  type Role,
  reconcile,
} from './reconciliation'
import { ListLink } from './transfer-facts'
import { groupRead, transferRead } from './transfer-reads'
import { DirectionArrow, rowStatusStyle, TypeLabel } from './transfer-status'
import { CheckResult, checkSum, isFree, SumResult, SumTable } from './transfer-sum'

/** A leg and its read; without transfer and error it is still loading. */
type LegState = Leg & { transfer?: DecodedTransfer; error?: ProblemError; onRetry?: () => void }

/** A movement of money and its legs: the ends that `auto_conversion` names, and the rest of the transfer's `group_id`. */
export function useMovement(environment: Environment, transfer: DecodedTransfer) {
  const groupId = transfer.known.group_id
  const group = useQuery({ ...groupRead(environment, groupId ?? ''), enabled: groupId !== undefined })
  const ends = Object.values(endsOf(transfer)).filter((id) => id !== undefined)
  const reads = useQueries({ queries: ends.map((id) => transferRead(environment, id)) })
  const rows = group.data?.items ?? []
  // A service that does not know the filter ignores it and returns every transfer (docs/provider.md, "Reading").
  const members = rows.filter(({ known }) => isSameId(known.group_id, groupId))
  const memberIds = members.flatMap(({ known }) => known.id ?? [])
  const legs = legsOf(transfer, memberIds).map((leg): LegState => {
    if (leg.role === 'this') return { ...leg, transfer }
    const read = reads[ends.findIndex((id) => isSameId(id, leg.id))]
    const member = members.find(({ known }) => isSameId(known.id, leg.id))
    return {
      ...leg,
      transfer: read?.data?.transfer ?? member,
      error: asProblem(read?.error ?? null),
      onRetry: () => void read?.refetch(),
    }
  })
  return {
    legs,
    groupId,
    group,
    isLoading: group.isLoading || reads.some((read) => read.isLoading),
    members: members.length,
    others: rows.length - members.length,
    /** `Converted USD to USDG`; undefined if it converts nothing, or that is not known yet. */
    conversion: conversionOf(transfer, legs),
  }
}

/** The name of an internal transfer that is one side of a conversion; any other has that of its type. */
export const nameOf = ({ known }: DecodedTransfer, { conversion }: Pick<Movement, 'conversion'>) =>
  known.type?.startsWith('INTERNAL_TRANSFER_') ? conversion : undefined

type Movement = ReturnType<typeof useMovement>

export function TransferLegs({ environment, movement }: { environment: Environment; movement: Movement }) {
  const { legs, groupId, group, conversion } = movement
  const hrefOfTransfer = useTransferHref(environment)
  const isConversion = legs.some(({ role }) => role === 'from' || role === 'to')
  const read = legs.flatMap(({ transfer }) => transfer ?? [])
  // Of a group that is not read to its end, nothing can be added up.
  const result = group.data?.next !== undefined && legs.length > 2 ? undefined : reconcile(legs)
  const isAtPar = result?.state === 'agrees' && new Set(read.map(({ known }) => known.asset)).size > 1
  // Without a fee a total is the amount.
  const doSumsMatch =
    read.length === legs.length &&
    read.every((leg) => checkSum(leg).state === 'matches') &&
    !read.every((leg) => isFree(leg))
  const groupError = asProblem(group.error)
  return (
    <Section
      title={conversion ?? (legs.length > 2 ? 'All sides' : 'Both sides')}
      more={[isConversion && 'converted automatically', groupId && 'same group', isAtPar && 'at par']
        .filter(Boolean)
        .join(', ')}
    >
      <div className={`mt-3 grid grid-cols-1 gap-6 sm:grid-cols-2 sm:gap-8 ${legs.length > 2 ? 'lg:grid-cols-3' : ''}`}>
        {legs.map((leg) => (
          <LegView key={leg.id} leg={leg} href={leg.role === 'this' ? undefined : hrefOfTransfer(leg.id)} />
        ))}
        {groupId !== undefined && group.isPending && legs.length < 2 && <SkeletonLines widths={[120, 150, 90]} />}
      </div>
      <div className="mt-4 grid gap-2">
        {result && <ReconciliationResult result={result} doSumsMatch={doSumsMatch} />}
        {!result && doSumsMatch && (
          <CheckResult isPassed>{legs.length > 1 ? 'Amounts and fees add up.' : sumAddsUp}</CheckResult>
        )}
        {groupError && (
          <ReadError
            error={groupError}
            text="The other transfers of the group could not be loaded."
            onRetry={() => void group.refetch()}
          />
        )}
        {group.data && groupId && (
          <p className="text-sm text-ink-3">
            {groupText(movement)}
            <ListLink environment={environment} filter="group_ids" value={groupId}>
              View group
            </ListLink>
          </p>
        )}
      </div>
    </Section>
  )
}

function groupText({ legs, group, members, others }: Movement): string {
  const next = group.data?.next
  const count = `${members.toLocaleString('en-US')}${next ? ' or more' : ''}`
  const texts = [
    legs.length < 2 && 'The provider lists no other transfer in this group, so the other side is unknown. ',
    (members > 2 || (next && others === 0)) && `The group has ${count} transfers; a debit and a credit were expected. `,
    others > 0 &&
      `${countText(others, 'row of another group was', 'rows of other groups were')} also returned and not shown. `,
  ]
  return texts.filter(Boolean).join('')
}

function ReconciliationResult({ result, doSumsMatch }: { result: Reconciliation; doSumsMatch: boolean }) {
  const { state, text } = result
  const sums = doSumsMatch ? ' Both totals add up.' : ''
  if (state === 'differs')
    return (
      <Note tone="wait" icon={TriangleAlert}>
        <p>
          <b>{text}</b>
          {sums} Support must ask the provider which one is right.
        </p>
      </Note>
    )
  return (
    <CheckResult isPassed={state === 'agrees'}>
      {text}
      {sums}
    </CheckResult>
  )
}

const roleLabels: Record<Role, string> = {
  from: 'Source',
  this: 'This transfer',
  to: 'Destination',
  pair: 'Other side',
}

export function LegView({ leg: { id, role, transfer, error, onRetry }, href }: { leg: LegState; href?: string }) {
  const label = roleLabels[role]
  return (
    <section aria-label={label} className="grid min-w-0 content-start gap-1">
      <p className="text-sm text-ink-3">{label}</p>
      {transfer && <LegTransfer transfer={transfer} href={href} hasAmount={role !== 'this'} />}
      <p>
        <ShortId id={id} what={role === 'this' ? 'transfer ID' : `transfer ID, ${label.toLowerCase()}`} />
      </p>
      {transfer ? (
        <div className="mt-2">
          <SumTable transfer={transfer} />
          <SumResult transfer={transfer} isAlone={false} />
        </div>
      ) : error ? (
        <ReadError
          error={error}
          text={errorTexts[error.problem.status] ?? 'This side could not be loaded.'}
          onRetry={onRetry}
        />
      ) : (
        <SkeletonLines widths={[120, 150, 90]} />
      )}
    </section>
  )
}

const errorTexts: Record<number, string> = {
  404: 'The provider has no transfer with this ID.',
  429: 'The rate limit was reached before this side was loaded.',
}

/** @param hasAmount not for the transfer of the page, whose amount is in its head */
function LegTransfer({ transfer, href, hasAmount }: { transfer: DecodedTransfer; href?: string; hasAmount: boolean }) {
  const { amount, asset, direction, type } = transfer.known
  const money =
    amount === undefined ? (
      <span className="text-ink-3">{noAmount}</span>
    ) : (
      <b>
        <Amount text={amount} isFree /> <span className="font-text text-ink-3">{asset}</span>
      </b>
    )
  return (
    <>
      {hasAmount && (
        <p className="[overflow-wrap:anywhere]">
          {href ? (
            <Link className="hover:underline" href={href}>
              {money}
            </Link>
          ) : (
            money
          )}
        </p>
      )}
      <p>
        <DirectionArrow direction={direction} /> <TypeLabel type={type} />
      </p>
      <p>
        <Status {...rowStatusStyle(transfer)} />
      </p>
    </>
  )
}

function ReadError({ error, text, onRetry }: { error: ProblemError; text: string; onRetry?: () => void }) {
  const { status, title, request_id } = error.problem
  return (
    <div className="grid justify-items-start gap-1">
      <p role="status">
        <TriangleAlert className="mr-1.5 size-[15px] text-wait" />
        {text} {status !== 404 && <span className="text-ink-2">{title}</span>}
      </p>
      {request_id && <RequestId id={request_id} />}
      {onRetry && !isAccessLost(error) && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
