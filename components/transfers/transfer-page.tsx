'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useAddress } from '@/components/ui/address'
import { useOnline } from '@/components/ui/browser-state'
import { OfflineNotice, StaleNotice, UpdatedAgo } from '@/components/ui/freshness'
import { useDelayed } from '@/components/ui/now'
import { asProblem, isAccessLost, isRateLimited, ProblemView, RateLimitNotice } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import { readTransfer } from '@/lib/api/reading'
import { TransferPath } from '@/lib/api/transfers'
import { hrefOf } from '@/lib/browser/list-url'
import { pageTitle } from '@/lib/browser/pages'
import { BackLink } from './back-link'
import { useListPage } from './list-page'
import { NeighbourLinks } from './neighbour-links'
import { placeIn } from './neighbours'
import { NoSuchTransfer } from './no-such-transfer'
import { freshFor, transferRead } from './reads'
import { TransferName, transferTitle } from './transfer-head'
import type { Shown } from './transfer-story'
import { TransferView } from './transfer-view'

type TransferPageProps = {
  environment: Environment
  /** The other environment, where it is set up. */
  other?: Environment
  id: string
}

/** One transfer, read anew; until then, or where that fails, the row of the list that one came from. */
export function TransferPage({ environment, other, id }: TransferPageProps) {
  const { search } = useAddress()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const from = params.get('x.from') ?? undefined
  const list = `/${environment}/transfers`
  const isId = TransferPath.safeParse({ id }).success
  const client = useQueryClient()
  const {
    data: answer,
    error,
    errorUpdatedAt,
    isFetching,
    isPending,
    isPaused,
  } = useQuery({
    ...transferRead(environment, id),
    enabled: isId,
    retry: false,
    staleTime: freshFor,
    refetchOnWindowFocus: false,
  })
  const listPage = useListPage(environment, from)
  const place = useMemo(
    () => listPage.list && placeIn(listPage.list.page, listPage.list.params, id),
    [listPage.list, id],
  )
  const problem = asProblem(error)
  // The other sides are read anew with it.
  const again = useCallback(() => {
    // A first read that hangs is not waited for any longer.
    const ofPage = { predicate: isOfPage(environment) }
    void client.cancelQueries(ofPage).then(() => client.invalidateQueries(ofPage))
  }, [client, environment])
  const isOnline = useOnline()
  const isMissing = !isId || problem?.problem.status === 404
  const isClosed = isMissing || (problem !== undefined && isAccessLost(problem))
  const shown = useMemo((): Shown | undefined => {
    if (isClosed) return undefined
    if (answer) return { ...answer, transfer: readTransfer(answer.json) }
    const row = place?.row
    const read = listPage.list?.page
    return row && read && { transfer: row, at: read.at, requestId: read.requestId }
  }, [answer, isClosed, place?.row, listPage.list?.page])
  const isLate = useDelayed(isId && isPending && !isPaused && !shown)
  const transfer = shown?.transfer
  const title = transfer && transferTitle(transfer)
  useEffect(() => {
    if (title) document.title = pageTitle(environment, title)
  }, [title, environment])
  const hrefOfTransfer = useCallback(
    (to: string) => hrefOf(`${list}/${encodeURIComponent(to)}`, new URLSearchParams(search)),
    [list, search],
  )

  return (
    <>
      <div className="mb-4 flex min-h-[30px] items-center gap-x-4 gap-y-2 max-sm:flex-wrap print:hidden">
        <div className="flex min-w-0 flex-1 max-sm:basis-1/2">
          <BackLink list={list} from={from} />
        </div>
        <div className="ml-auto flex flex-none items-center gap-2 max-sm:order-last max-sm:basis-full">
          {shown && shown.text === undefined && <span className="text-sm text-ink-3">From the list.</span>}
          <UpdatedAgo at={shown?.at} isReading={isFetching} onRefresh={again} />
        </div>
        <div className="flex flex-none flex-wrap items-center justify-end gap-3">
          {place ? (
            <NeighbourLinks
              environment={environment}
              place={place}
              hrefOfTransfer={hrefOfTransfer}
              isSettled={answer !== undefined}
            />
          ) : (
            <NoNeighbours {...listPage} isMissing={isMissing} />
          )}
        </div>
      </div>
      {!isOnline && <OfflineNotice at={shown?.at} />}
      {problem && isRateLimited(problem) && (
        <RateLimitNotice key={errorUpdatedAt} error={problem} since={errorUpdatedAt} onGoOn={again} />
      )}
      {problem && shown && !isRateLimited(problem) && isOnline && (
        <StaleNotice at={shown.at} error={problem} onNow={again} />
      )}
      {/* One heading through all states, so that the keyboard stays on it. */}
      <h1 tabIndex={-1} className={transfer ? 'text-md font-label tracking-normal text-ink-2' : undefined}>
        {transfer ? <TransferName transfer={transfer} /> : 'Transfer'}
      </h1>
      {shown ? (
        <TransferView key={id} environment={environment} shown={shown} list={list} hrefOfTransfer={hrefOfTransfer} />
      ) : (
        <>
          {isMissing ? (
            <NoSuchTransfer id={id} isId={isId} environment={environment} other={other} onRetry={again} />
          ) : (
            problem &&
            !isRateLimited(problem) && (
              <ProblemView error={problem} what="The transfer" at={errorUpdatedAt} onRetry={again} />
            )
          )}
          {isLate && <TransferBones />}
        </>
      )}
    </>
  )
}

/** What this page reads, but not the list that one came from: its order stays while one steps through it. */
const isOfPage =
  (environment: Environment) =>
  ({ queryKey: [of, name, input] }: { queryKey: readonly unknown[] }) =>
    of === environment && (name === 'getTransfer' || (name === 'listTransfers' && isGroup(input)))

const isGroup = (input: unknown) =>
  typeof input === 'object' &&
  input !== null &&
  'query' in input &&
  typeof input.query === 'object' &&
  input.query !== null &&
  Object.keys(input.query).join() === 'group_ids'

type NoNeighboursProps = { list?: unknown; hasFailed: boolean; isMissing: boolean }

/** Why there is nothing to step to; without a list that one came from there is nothing to say. */
function NoNeighbours({ list, hasFailed, isMissing }: NoNeighboursProps) {
  if (isMissing) return null
  if (hasFailed) return <span className="text-sm text-ink-3">The list could not be read.</span>
  return list ? <span className="text-sm text-ink-3">Not on that page of the list</span> : null
}

function TransferBones() {
  return (
    <div aria-hidden className="mt-4 grid max-w-[640px] gap-4">
      {[180, 320, 120, 480, 420, 460].map((width) => (
        <span key={width} className="bone max-w-full" style={{ width }} />
      ))}
    </div>
  )
}
