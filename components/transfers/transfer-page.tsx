'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect } from 'react'
import { AsOf, Offline, Stale } from '@/components/ui/freshness'
import { useLate } from '@/components/ui/late'
import { useOnline } from '@/components/ui/online'
import { asProblem, ProblemView, takesAway } from '@/components/ui/problem'
import { asksToRest, Resting } from '@/components/ui/resting'
import type { Environment } from '@/lib/api/environments'
import { readTransfer } from '@/lib/api/reading'
import { TransferPath } from '@/lib/api/transfers'
import { hrefOf } from '@/lib/browser/list-url'
import { operation } from '@/lib/browser/operation'
import { pageTitle } from '@/lib/browser/page-title'
import { NoSuchTransfer } from './no-such-transfer'
import { TransferName, TransferStory, transferTitle } from './transfer-story'

const freshFor = 30_000

type TransferPageProps = {
  environment: Environment
  /** The other environment, where it is set up. */
  other?: Environment
  id: string
}

/** One transfer, read anew: what it is, who must act, every field, and exactly what the service sent. */
export function TransferPage({ environment, other, id }: TransferPageProps) {
  const from = useSearchParams().get('x.from') ?? ''
  const list = `/${environment}/transfers`
  const isId = TransferPath.safeParse({ id }).success
  const {
    data: answer,
    error,
    errorUpdatedAt,
    isFetching,
    isPending,
    isPaused,
    refetch,
  } = useQuery({
    ...operation(environment, 'getTransfer', { path: { id } }),
    enabled: isId,
    retry: false,
    staleTime: freshFor,
    refetchOnWindowFocus: false,
  })
  const problem = asProblem(error)
  const again = useCallback(() => void refetch(), [refetch])
  const isOnline = useOnline()
  const isLate = useLate(isId && isPending && !isPaused)
  const isMissing = !isId || problem?.problem.status === 404
  const isClosed = isMissing || (problem !== undefined && takesAway(problem))
  const transfer = answer && !isClosed ? readTransfer(answer.json) : undefined
  const title = transfer && transferTitle(transfer)
  useEffect(() => {
    if (title) document.title = pageTitle(environment, title)
  }, [title, environment])

  return (
    <>
      <div className="mb-4 flex min-h-[30px] items-center justify-between gap-3">
        {/* Only what follows "?" is taken from the address: it can lead to no other page. */}
        <Link prefetch={false} className="text-ink-2 hover:underline" href={hrefOf(list, new URLSearchParams(from))}>
          <ChevronLeft className="size-3.5" /> {from ? 'Back to the list' : 'Transfers'}
        </Link>
        <div className="flex items-center gap-2">
          <AsOf at={transfer && answer?.at} isReading={isFetching} onRefresh={again} />
        </div>
      </div>
      {!isOnline && <Offline at={answer?.at} />}
      {problem && asksToRest(problem) && (
        <Resting key={errorUpdatedAt} error={problem} since={errorUpdatedAt} onGoOn={again} />
      )}
      {problem && transfer && answer && !asksToRest(problem) && isOnline && (
        <Stale at={answer.at} error={problem} onNow={again} />
      )}
      {/* One heading through all states, so that the keyboard stays on it. */}
      <h1 tabIndex={-1} className={transfer ? 'text-md font-label tracking-normal text-ink-2' : undefined}>
        {transfer ? <TransferName transfer={transfer} /> : 'Transfer'}
      </h1>
      {transfer && answer ? (
        <TransferStory transfer={transfer} text={answer.text} requestId={answer.requestId} list={list} from={from} />
      ) : (
        <>
          {isMissing ? (
            <NoSuchTransfer id={id} isId={isId} environment={environment} other={other} />
          ) : (
            problem &&
            !asksToRest(problem) && (
              <ProblemView error={problem} what="The transfer" at={errorUpdatedAt} onRetry={again} />
            )
          )}
          {isLate && <TransferBones />}
        </>
      )}
    </>
  )
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
