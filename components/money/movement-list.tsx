'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDot, CircleHelp, Clock, OctagonX, Send, TriangleAlert, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { type Column, densityIn } from '@/components/list/column'
import { OwnRows } from '@/components/list/own-rows'
import { useListAddress } from '@/components/list/row-tools'
import { profileColumn, useProfileNames } from '@/components/records/profile-names'
import { ShallowLink } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { useIdle } from '@/components/ui/browser-state'
import { ButtonLink } from '@/components/ui/button-link'
import { asProblem, isAccessLost, isRateLimited, ProblemView, ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, PageHeader } from '@/components/ui/section'
import { Status, type StatusStyle } from '@/components/ui/status'
import { useDelayed } from '@/components/ui/time'
import { ViewsControl } from '@/components/views/views-control'
import { waitingFor } from '@/lib/api/waits'
import { timeBy } from '@/lib/browser/clocks'
import { countText } from '@/lib/browser/labels'
import { askedOf, hrefOf, withParams } from '@/lib/browser/list-url'
import { uncheckedQuery } from '@/lib/domain/query-string'
import type { MovementRow } from '@/lib/features/money/interface'
import type { MovementState } from '@/lib/features/money/plans'
import type { Money } from '@/lib/features/money/stations'
import type { Environment } from '@/lib/provider/environments'
import { ExportMovements } from './export-movements'
import { type ListedMovement, movementsRead, rowsOf } from './movement-rows'
import { dotsOf, TrackDots } from './track'

const styles: Record<MovementRow['state'], StatusStyle> = {
  done: { tone: 'ok', icon: CircleCheck, label: 'Arrived' },
  moving: { tone: 'busy', icon: Clock, label: 'On its way' },
  waiting: { tone: 'wait', icon: CircleDot, label: 'Its rule has not run' },
  failed: { tone: 'bad', icon: OctagonX, label: 'Failed', isLoud: true },
  unknown: { tone: 'unknown', icon: CircleHelp, label: 'Unknown', isLoud: true },
  unexplained: { tone: 'bad', icon: TriangleAlert, label: 'Does not add up', isLoud: true },
  returned: { tone: 'wait', icon: Undo2, label: 'Came back', isLoud: true },
  left: { tone: 'ok', icon: Send, label: 'Left this profile' },
}

/** The state, and first of all what a plan waits for. */
export function movementStyle({ state, waits, waits_for, unrun }: ListedMovement): StatusStyle {
  if (waits) return waits
  if (unrun && state === 'waiting') return { ...styles.waiting, label: `Joined by ${unrun.person}; no rule has run` }
  // What waits for nothing has come, and its rule has not gone on for longer than it may take.
  return state === 'waiting' && waits_for ? { ...styles.waiting, label: waitingFor(waits_for) } : styles[state]
}

/** `USD`, `USD, and 2.00 BTC`. */
const assetsText = (money: Money | undefined, also: readonly Money[] = []) =>
  money && [money.asset, ...also.map(({ amount, asset }) => `and ${amount} ${asset}`)].join(', ')

/** @param dots of the longest track */
const columnsOf = (dots: number): readonly Column<ListedMovement>[] => [
  { key: 'started', name: 'Began', card: 'when', time: ({ started }) => started },
  { key: 'what', name: 'Movement', card: 'what', text: ({ name }) => name },
  {
    key: 'track',
    name: 'Track',
    // With its text as wide as all dots: 25 pixels each, until they come closer.
    extra: Math.min(dots * 25, 140) - 30,
    text: (row) => `${row.stops.filter(({ state }) => state === 'done').length} of ${dotsOf(row)}`,
    isEmpty: (rows) => rows.every((row) => dotsOf(row) < 2),
    cell: ({ stops, ahead }) => <TrackDots stops={stops} ahead={ahead} />,
  },
  {
    key: 'in',
    name: 'In',
    card: 'main',
    amount: ({ in: money }) => money && { text: money.amount },
    // A card has one place for both.
    cell: ({ in: money, out }) =>
      money && (
        <>
          <Amount text={money.amount} /> <span className="font-text text-ink-3 sm:hidden">{money.asset}</span>
          {out && (out.amount !== money.amount || out.asset !== money.asset) && (
            <span className="sm:hidden">
              {' '}
              <span aria-hidden>→</span>
              <span className="sr-only">became</span> <Amount text={out.amount} isFree />{' '}
              <span className="font-text text-ink-3">{out.asset}</span>
            </span>
          )}
        </>
      ),
  },
  { key: 'from', name: 'Asset', isKept: true, text: ({ in: money, in_also }) => assetsText(money, in_also) },
  { key: 'out', name: 'Out', amount: ({ out: money }) => money && { text: money.amount } },
  { key: 'to', name: 'Asset', of: 'out', text: ({ out: money, out_also }) => assetsText(money, out_also) },
  { key: 'fees', name: 'Fees', text: ({ fees }) => fees.map(({ amount, asset }) => `${amount} ${asset}`).join(', ') },
  {
    key: 'status',
    name: 'Status',
    card: 'state',
    extra: 21,
    face: (row) => (movementStyle(row).isLoud ? 'label' : 'text'),
    text: (row) => {
      const { label, why } = movementStyle(row)
      return [label, why].filter(Boolean).join(' · ')
    },
    cell: (row) => <Status {...movementStyle(row)} />,
  },
  { key: 'memo', name: 'Memo', text: ({ memo }) => memo },
]

/** A read again finds what is new; nothing here is pushed. */
const every = 15_000

/** Every movement of money, also those that began without Mintdesk. @param canPlan whether this person may begin one */
export function MovementList({ environment, canPlan }: { environment: Environment; canPlan: boolean }) {
  const { path, params } = useListAddress()
  const query = useMemo(() => uncheckedQuery(askedOf(params), ['profile_ids', 'states']), [params])
  const { names } = useProfileNames(environment)
  const { data, error, errorUpdatedAt, isFetching, isPlaceholderData, isPaused, refetch } = useQuery({
    ...movementsRead(environment, query, true),
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: every,
  })
  const limit = Number(params.get('limit')) || undefined
  const isIdle = useIdle()
  const problem = asProblem(error)
  const isClosed = problem !== undefined && isAccessLost(problem)
  const isWaiting = !problem && (!data || isPlaceholderData)
  const isLate = useDelayed(isWaiting && !isPaused)
  const page = isClosed || (isPlaceholderData && isLate) ? undefined : data
  const states = params.getAll('states')
  // A plan is on its way, whatever other movements are asked for.
  const hasPlans = states.length === 0 || states.includes('moving')
  const rows = useMemo(
    () => page && rowsOf(hasPlans ? page : { ...page, waiting: [] }, timeBy('provider', page.at, environment)),
    [page, hasPlans, environment],
  )
  const isCurrent = page !== undefined && !isPlaceholderData
  const hasRows = rows !== undefined && rows.length > 0
  const address = hrefOf(path, params)
  const dots = rows?.reduce((most, row) => Math.max(most, dotsOf(row)), 0) ?? 0
  const named = useMemo(
    () => [...columnsOf(dots), profileColumn<ListedMovement>(names, ({ profile_id }) => profile_id, 8)],
    [names, dots],
  )
  const next = isCurrent ? page.next_page_cursor || undefined : undefined
  const unchecked = hasPlans ? (page?.unchecked ?? 0) : 0
  const plan = canPlan && (
    <ButtonLink kind="primary" href={`/${environment}/money/new`}>
      <Send />
      <span className="whitespace-nowrap">Move money</span>
    </ButtonLink>
  )
  return (
    <div className="list mb-0 flex min-h-0 flex-col print:block sm:[&>.records-region]:basis-[min(var(--content-height),max(20rem,100dvh-200px))]">
      <PageHeader
        title="Movements"
        // Its place is kept, so that nothing moves when it comes.
        beside={
          <div className="min-h-11 min-w-11 sm:min-h-0 sm:min-w-[106px]">
            {isIdle && (
              <ViewsControl
                environment={environment}
                path={path}
                params={params}
                list="money"
                at={isCurrent ? page.at : undefined}
              />
            )}
          </div>
        }
      >
        <UpdatedAgo
          at={isCurrent ? page.at : undefined}
          isReading={isFetching}
          onRefresh={() => void refetch()}
          problem={problem}
          problemAt={errorUpdatedAt}
        />
        {(!isCurrent || hasRows) && <ExportMovements environment={environment} query={query} />}
        {plan}
      </PageHeader>
      <ReadNotices at={page?.at} problem={problem} problemAt={errorUpdatedAt} onRetry={refetch} />
      {problem && !page && !isRateLimited(problem) && (
        <ProblemView error={problem} what="The list" at={errorUpdatedAt} onRetry={() => void refetch()} />
      )}
      <StateFilter path={path} params={params} />
      {isCurrent && unchecked > 0 && (
        <p className="mb-2 text-sm text-ink-3">
          {countText(unchecked, 'older plan is', 'older plans are')} not in this list: transfers of their time are still
          being read.
        </p>
      )}
      {isCurrent && !hasRows && params.has('states') && (
        <EmptyState title={next ? 'None of the newest movements is in this state' : 'No movement is in this state'}>
          {next && <p>Continue with older ones.</p>}
        </EmptyState>
      )}
      {isCurrent && page?.incomplete && <p className="mb-2 text-sm text-ink-3">{page.incomplete}</p>}
      {isCurrent && !hasRows && !params.has('states') && !page?.incomplete && (
        <EmptyState title="No movements yet">
          <p>Money that comes in, is converted or leaves appears here as one line from its start to its end.</p>
        </EmptyState>
      )}
      <OwnRows
        path={path}
        params={params}
        rows={rows}
        next={next}
        limit={limit}
        isCurrent={isCurrent}
        isWaiting={isWaiting}
        isLate={isLate}
        name="Movements"
        columns={named}
        idOf={idOf}
        hrefOf={({ id }) => hrefOf(`/${environment}/money/${id}`, new URLSearchParams({ 'x.from': address }))}
        whatOf={whatOf}
        now={timeBy('provider', page?.at ?? 0, environment)}
        density={densityIn(params)}
      />
    </div>
  )
}

const idOf = ({ id }: ListedMovement) => id
const whatOf = ({ name }: ListedMovement) => name

const filters: readonly (readonly [label: string, states: readonly MovementState[]])[] = [
  ['All', []],
  ['Needs attention', ['waiting', 'unknown', 'returned']],
  ['On its way', ['moving']],
  ['Failed', ['failed']],
  ['Does not add up', ['unexplained']],
  ['Arrived', ['done']],
  ['Left', ['left']],
]

/** What most people ask for; the choice is in the address. */
function StateFilter({ path, params }: { path: string; params: URLSearchParams }) {
  const chosen = params.getAll('states')
  return (
    <nav
      aria-label="State"
      className="mb-3 flex gap-1 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap print:hidden"
    >
      {filters.map(([label, states]) => {
        const isChosen = states.length === chosen.length && states.every((state) => chosen.includes(state))
        return (
          <ShallowLink
            key={label}
            href={hrefOf(path, withParams(params, { states, 'x.view': [] }))}
            aria-current={isChosen || undefined}
            className={`inline-flex min-h-11 flex-none items-center rounded-2 px-2 sm:min-h-7 sm:px-2.5 ${isChosen ? 'bg-env-tint font-label text-env-ink' : 'text-ink-2 hover:bg-hover'}`}
          >
            {label}
          </ShallowLink>
        )
      })}
    </nav>
  )
}
