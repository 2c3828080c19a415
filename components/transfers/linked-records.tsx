'use client'
/**
 * Where a transfer came from, by what proves it: the provider's own links, and identifiers that a request made in Mintdesk
 * shares with it. Nothing is inferred from amounts and times alone, except for a sandbox deposit, which has nothing else.
 */
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { depositKey, linkedTransfers, matchingWires } from '@/components/deposits/deposit-tracking'
import { useRuleMemos } from '@/components/rules/rule-memos'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { type Fact, Facts } from '@/components/ui/facts'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Intent, IntentDetail } from '@/lib/api/console/intents'
import type { Environment } from '@/lib/api/environments'
import { idKey } from '@/lib/api/provider/matching'
import { writeRowOf, writesOf } from '@/lib/api/provider/operations'
import type { DecodedTransfer } from '@/lib/api/provider/reading'
import type { TransferQuery } from '@/lib/api/provider/transfers'
import { millisOf } from '@/lib/browser/clock'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'
import { capitalized } from '@/lib/browser/labels'
import { isObject } from '@/lib/domain/json'
import { isTimestamp, uuidPattern } from '@/lib/domain/values'
import { atSecond } from '@/lib/domain/wall-clock'
import { kindNoun, transferTitle } from './labels'
import { useTransferHref } from './list-neighbours'
import { endsOf, isSameId } from './reconciliation'
import { transferPageRead } from './transfer-reads'
import { rowStatusStyle } from './transfer-status'

/** A request made in Mintdesk, and how it is known to belong to the transfer. */
type LinkedRequest = {
  label: string
  intent: Pick<Intent, 'id' | 'summary'> & Partial<Pick<Intent, 'person' | 'created_at'>>
  how: string
}

/** What to search requests for, and what a match proves. `part` is the member of an intent that must be equal. */
type RequestSearch = { value: string; part: 'ref_id' | 'record_id'; how: string }

/** Metadata that can name a record: a UUID, or what its key calls the id of one. */
const namesRecord = (key: string, value: unknown): value is string =>
  typeof value === 'string' && value !== '' && (uuidPattern.test(value) || /^(?:rule|order|account)_?id$/i.test(key))

/** @param isBefore whether it is an earlier transfer of the chain, of which only the metadata counts: it names a rule */
export function requestSearches({ known }: DecodedTransfer, isBefore = false): RequestSearch[] {
  const searches: RequestSearch[] = []
  if (known.ref_id && !isBefore)
    searches.push({ value: known.ref_id, part: 'ref_id', how: 'It has the same reference.' })
  if (known.fiat_account_id && !isBefore)
    searches.push({ value: known.fiat_account_id, part: 'record_id', how: 'The transfer names this account.' })
  const metadata = isObject(known.metadata) ? Object.entries(known.metadata) : []
  const whose = isBefore ? `The metadata of the ${kindNoun(known)} before it` : "The transfer's metadata"
  for (const [key, value] of metadata)
    if (namesRecord(key, value)) searches.push({ value, part: 'record_id', how: `${whose} names it as ${key}.` })
  return searches
}

const labelOf = ({ operation }: Pick<Intent, 'operation'>) => capitalized(writeRowOf(operation).noun)

/** The intents that a search proves: a search by text also finds names of people. */
export const provenRequests = ({ value, part, how }: RequestSearch, intents: readonly Intent[]): LinkedRequest[] =>
  intents
    .filter((intent) => idKey(intent[part] ?? '') === idKey(value))
    .map((intent) => ({ label: labelOf(intent), intent, how }))

/** The transfer came at most this long after the deposit was sent, ms. */
const depositWindow = 600_000

/** Sandbox deposits with the memo and the amount of a wire, sent within ten minutes before it. They have no reference. */
export function matchingDeposits(wire: DecodedTransfer, intents: readonly IntentDetail[]): LinkedRequest[] {
  const matches = intents.filter(({ body, sent_at, created_at }) => {
    const key = depositKey(body)
    const from = new Date(millisOf(sent_at ?? created_at) - 60_000).toISOString()
    return key && matchingWires([wire], key, from).length > 0
  })
  const how =
    matches.length > 1
      ? 'One of several with the memo and amount of the wire, sent in the ten minutes before it.'
      : 'It has the memo and amount of the wire, and was sent in the ten minutes before it.'
  return matches.map((intent) => ({ label: labelOf(intent), intent, how }))
}

const once = { retry: false, refetchOnWindowFocus: false, staleTime: 60_000 } as const
const hour = 3_600_000

type LinkedProps = {
  environment: Environment
  transfer: DecodedTransfer
  /** Its other legs, which are shown elsewhere. */
  legs: readonly DecodedTransfer[]
  /** Requests are only searched for people who may read them. */
  mayReadActivity: boolean
}

/** The rest of a chain that `auto_conversion` links: the deposit before a conversion, the withdrawal after it. */
function useChain({ environment, transfer, legs }: LinkedProps) {
  const { from, to } = endsOf(transfer)
  const { profile_id, created_at = '' } = transfer.known
  const isOn = (from ?? to) !== undefined && profile_id !== undefined && isTimestamp(created_at)
  // A transfer is updated when it is linked, so the others were updated about then or later.
  const since = isOn ? atSecond(millisOf(created_at) - hour) : ''
  const query: TransferQuery = {
    ...{ profile_ids: [profile_id ?? ''], 'updated_at.gte': since, order_by: 'UPDATED_AT', order: 'ASC', limit: 200 },
  }
  const read = useQuery({ ...transferPageRead(environment, query), ...once, enabled: isOn })
  const shown = [transfer, ...legs]
  const isShown = (one: DecodedTransfer) => shown.some(({ known }) => isSameId(known.id, one.known.id))
  const chain = isOn
    ? linkedTransfers([transfer], [...legs, ...(read.data?.items ?? []).filter((one) => !isShown(one))])
    : []
  return { read, isOn, others: chain.map((one) => one.transfer).filter((one) => !isShown(one)) }
}

/**
 * The requests made in Mintdesk that belong to the transfer, or to one before it in its chain.
 * @param before those, oldest first
 */
function useRequests({ environment, transfer, mayReadActivity }: LinkedProps, before: readonly DecodedTransfer[]) {
  const searches = mayReadActivity ? [transfer, ...before].flatMap((one) => requestSearches(one, one !== transfer)) : []
  const found = useQueries({
    queries: searches.map(({ value }) => ({ ...intentsQuery(environment, { q: value, limit: 20 }, true), ...once })),
  })
  const proven = searches.flatMap((search, at) => provenRequests(search, found[at]?.data?.intents ?? []))
  const deposit = mayReadActivity
    ? [transfer, ...before].find(({ known }) => known.direction === 'CREDIT' && known.memo)
    : undefined
  const { type, memo, created_at = '' } = deposit?.known ?? {}
  const rules = useRuleMemos(environment, deposit !== undefined)
  const byMemo = rules.memos
    .filter((rule) => rule.memo === memo)
    .map(({ rule, intent }) => ({ id: intent, summary: rule }))
  const wire =
    environment === 'sandbox' && type === 'WIRE_DEPOSIT' && isTimestamp(created_at) ? millisOf(created_at) : undefined
  const window = {
    'created_at.gte': atSecond((wire ?? 0) - depositWindow),
    'created_at.lt': atSecond((wire ?? 0) + 60_000),
  }
  const sent = useQuery({
    ...intentsQuery(environment, { operations: writesOf(null), ...window, limit: 5 }, true),
    ...once,
    enabled: wire !== undefined,
  })
  const deposits = useQueries({
    queries: (sent.data?.intents ?? []).map(({ id }) => ({ ...intentQuery(environment, id, true), ...once })),
  })
  const requests: LinkedRequest[] = [
    ...proven,
    ...byMemo.map((intent) => ({ label: 'Rule', intent, how: 'Its memo is the memo of the deposit.' })),
    ...(deposit
      ? matchingDeposits(
          deposit,
          deposits.flatMap(({ data }) => data ?? []),
        )
      : []),
  ]
  return { requests: uniqueBy(requests, ({ intent }) => intent.id), reads: [...found, sent, ...deposits], rules }
}

const uniqueBy = <Item,>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
  [...new Map(items.map((item) => [keyOf(item), item] as const).reverse()).values()].reverse()

const how = (text: string) => <span className="basis-full text-sm text-ink-3">{text}</span>

/** The rule, order, account, deposit and request that a transfer came from, and what came of it, where known. */
export function LinkedRecords(props: LinkedProps) {
  const { environment, transfer } = props
  const chain = useChain(props)
  const before = [...props.legs, ...chain.others].filter((one) => isBefore(one, transfer))
  const { requests, reads, rules } = useRequests(props, chain.isOn ? before : [])
  const hrefOf = useTransferHref(environment)
  const all = [...reads, ...(chain.isOn ? [chain.read] : [])]
  const isLoading = all.some((read) => read.isLoading) || rules.state === 'loading'
  const failed = all.filter(({ error }) => {
    const problem = asProblem(error)
    return problem !== undefined && !isAccessLost(problem)
  })
  // All at once, so that rows do not push each other down.
  if (isLoading) return null
  const hasFailed = failed.length > 0 || rules.state === 'failed'
  const link = (href: string, children: ReactNode) => (
    <Link className="underline decoration-hairline-strong underline-offset-3 hover:decoration-current" href={href}>
      {children}
    </Link>
  )
  const facts: Fact[] = [
    ...chain.others.map(
      (other): Fact => [
        isBefore(other, transfer) ? 'Came from' : 'Led to',
        <>
          {link(hrefOf(other.known.id ?? ''), transferTitle(other))}
          <Status {...rowStatusStyle(other)} />
          {how('Converted automatically')}
        </>,
        other.known.id,
      ],
    ),
    ...requests.map(
      ({ label, intent, how: why }): Fact => [
        label,
        <>
          {link(`/${environment}/activity/${encodeURIComponent(intent.id)}`, intent.summary)}
          {intent.created_at && (
            <span className="text-ink-3">
              {intent.person}, <Time value={intent.created_at} withZone />
            </span>
          )}
          {how(why)}
        </>,
        intent.id,
      ],
    ),
  ]
  if (facts.length === 0 && !hasFailed) return null
  return (
    <Section title="Linked records">
      {facts.length > 0 && <Facts facts={facts.map(([name, value]) => [name, value])} className="mt-1" />}
      {hasFailed && (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          Some linked records could not be loaded.
          <Button size="small" onClick={() => failed.forEach((read) => void read.refetch())}>
            Try again
          </Button>
        </p>
      )}
    </Section>
  )
}

const createdAt = ({ known }: DecodedTransfer) =>
  isTimestamp(known.created_at ?? '') ? millisOf(known.created_at ?? '') : 0
const isBefore = (one: DecodedTransfer, other: DecodedTransfer) => createdAt(one) < createdAt(other)
