'use client'
import { ChevronLeft, Route } from 'lucide-react'
import { useProfileNames } from '@/components/records/profile-names'
import { Link } from '@/components/ui/address'
import { useDocumentTitle, useIdle } from '@/components/ui/browser-state'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { useHeadingFocus } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { useShortcut } from '@/components/ui/preferences'
import { isRateLimited, ProblemView, ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, SkeletonLines } from '@/components/ui/section'
import { useDelayed } from '@/components/ui/time'
import { shorten } from '@/lib/browser/identifiers'
import { pageTitle } from '@/lib/browser/pages'
import type { Environment } from '@/lib/provider/environments'
import type { LoadedMovement } from './movement-read'
import { movementName } from './movement-texts'
import { MovementView } from './movement-view'
import { useMovement } from './use-movement'

// Where it is lost, the page is as it was read.
const LiveMovement = lazyPart('What changes', () => import('./live-movement'))

export type MovementPageProps = {
  environment: Environment
  /** The other environment, if it is configured. */
  other?: Environment
  /** Of a plan, or of any of its transfers. */
  id: string
  /** Whether this person may plan, join and send. */
  mayWrite?: boolean
}

/** One movement of money, from where it came to where it is. */
export function MovementPage({ environment, other, id, mayWrite = false }: MovementPageProps) {
  const isIdle = useIdle()
  const { movement, problem, problemAt, isMissing, isReading, isPending, refresh } = useMovement(environment, id)
  const isLate = useDelayed(isPending)
  useHeadingFocus(isMissing)
  // Read beside the movement, so that no name moves once it is there.
  useProfileNames(environment)
  return (
    <>
      <div className="mb-4 flex min-h-[30px] flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <Link
          {...useShortcut('u')}
          className="inline-flex min-h-10 min-w-0 flex-1 items-center gap-1 text-ink-2 hover:underline sm:min-h-6"
          href={`/${environment}/money`}
        >
          <ChevronLeft className="size-3.5" />
          Movements
        </Link>
        {movement && isIdle && <LiveMovement {...{ environment, id, movement }} renderLost={() => null} />}
        <div className="ml-auto flex flex-none items-center gap-2">
          <UpdatedAgo
            at={movement?.at}
            isReading={isReading}
            onRefresh={refresh}
            live={environment}
            problem={problem}
            problemAt={problemAt}
          />
        </div>
      </div>
      <div className={movement && 'print:hidden'}>
        <ReadNotices at={movement?.at} problem={problem} problemAt={problemAt} onRetry={refresh} />
        <h1
          tabIndex={-1}
          data-id={isMissing ? undefined : id}
          className={movement ? 'flex items-center gap-1.5 text-md font-label tracking-normal text-ink-2' : undefined}
        >
          <Heading {...{ environment, id, isMissing, movement }} />
        </h1>
      </div>
      {movement && <MovementView key={id} {...{ environment, movement, mayWrite }} onChange={refresh} />}
      {isMissing && (
        <div role="alert">
          <EmptyState
            title="No movement with this ID"
            actions={
              <>
                <Button onClick={refresh}>Try again</Button>
                {other && (
                  <a className={buttonClass()} href={`/${other}/money/${encodeURIComponent(id)}`}>
                    Look in {other}
                  </a>
                )}
              </>
            }
          >
            <p>
              <ShortId id={id} what="movement ID" head={36} />{' '}
              {problem?.problem.detail ?? 'Enter a whole ID, like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.'}
            </p>
          </EmptyState>
        </div>
      )}
      {problem && !movement && !isMissing && !isRateLimited(problem) && (
        <ProblemView error={problem} what="The movement" at={problemAt} onRetry={refresh} />
      )}
      {isLate && <SkeletonLines widths={[180, 320, 240, 480, 420, 460]} className="mt-4" />}
    </>
  )
}

type HeadingProps = Pick<MovementPageProps, 'environment' | 'id'> & { isMissing: boolean; movement?: LoadedMovement }

/** The same heading in every state, so that it keeps the focus. */
function Heading({ environment, id, isMissing, movement }: HeadingProps) {
  const name = movement && movementName(movement)
  const memo = movement?.plan?.label ? undefined : movement?.transfers.find(({ known }) => known.memo)?.known.memo
  const title = isMissing
    ? 'Movement not found'
    : name
      ? [name, memo].filter(Boolean).join(', ')
      : `Movement ${shorten(id, 8)}`
  useDocumentTitle(pageTitle(environment, title))
  return (
    <>
      {movement && <Route className="size-4" />}
      {title}
    </>
  )
}
