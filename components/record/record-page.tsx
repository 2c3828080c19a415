'use client'
/** The frame of every page about one record: the way back, how current it is, its heading, and what stands there while there is no record. */
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/address'
import { useDocumentTitle } from '@/components/ui/browser-state'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { useHeadingFocus } from '@/components/ui/focus'
import { useShortcut } from '@/components/ui/preferences'
import { isRateLimited, ProblemView, ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, SkeletonLines } from '@/components/ui/section'
import type { useRead } from '@/components/ui/use-read'
import { pageTitle } from '@/lib/browser/pages'
import { uuidPattern } from '@/lib/domain/values'
import type { Environment } from '@/lib/provider/environments'
import { kickerClass } from './record-head'

/** The state of a record's read, which the page that reads it may give itself. */
type RecordRead = Pick<ReturnType<typeof useRead>, 'at' | 'problem' | 'problemAt' | 'isFetching' | 'isLate' | 'onRetry'>

type BackTo = {
  href: string
  name: string
  /** What screen readers hear before its name. */
  lead?: string
}

type RecordPageProps = {
  environment: Environment
  /** The list that the record is in. */
  back: BackTo
  read: RecordRead
  /** What is read: "The transfer". */
  what: string
  /** The heading, which stays through all states so that it keeps the focus. */
  title: ReactNode
  documentTitle?: string
  /** What `c` copies. */
  id?: string
  /** What the page says instead of a record that does not exist. */
  missing?: ReactNode
  /** Where what is shown comes from, if it is not the record's own read. */
  source?: string
  /** Whether the page follows the changes at the provider; `changed` says when it heard of the last one. */
  isLive?: boolean
  changed?: ReactNode
  /** Steps to the records beside it. */
  steps?: ReactNode
  /** Whether the money is the title, and the heading above it only says what it is. */
  isMoney?: boolean
  /** Whether a receipt replaces it on paper. */
  hasReceipt?: boolean
  /** Whether it is beside the list, which says how current it is: of a page of its own, or only the first of the list. */
  pane?: 'page' | 'part'
  skeleton: readonly number[]
  children: ReactNode
}

export function RecordPage({ environment, read, title, missing, pane, ...page }: RecordPageProps) {
  const { at, problem, problemAt, isFetching, isLate, onRetry } = read
  const isMissing = missing !== undefined
  const Heading = pane === 'part' ? 'h2' : 'h1'
  useHeadingFocus(isMissing && !pane)
  useDocumentTitle(page.documentTitle && pageTitle(environment, page.documentTitle))
  return (
    <>
      <div
        className={`mb-4 flex min-h-[30px] flex-wrap items-center gap-x-4 gap-y-2 sm:flex-nowrap print:hidden ${pane ? 'lg:hidden' : ''}`}
      >
        <div className="flex min-w-0 flex-1">
          <BackLink {...page.back} />
        </div>
        {/* Beside the box with the time, which would move if it grew. */}
        {page.changed}
        <div className="ml-auto flex flex-none items-center gap-2">
          {page.source && <span className="text-sm text-ink-3">{page.source}</span>}
          {(at !== undefined || !isMissing) && (
            <UpdatedAgo
              at={page.source ? undefined : at}
              isReading={isFetching}
              onRefresh={onRetry}
              live={page.isLive ? environment : undefined}
              problem={problem}
              problemAt={problemAt}
            />
          )}
        </div>
        {page.steps && (
          <div className="flex flex-none basis-full flex-wrap items-center justify-end gap-3 sm:basis-auto">
            {page.steps}
          </div>
        )}
      </div>
      <div className={page.hasReceipt ? 'print:hidden' : undefined}>
        <ReadNotices at={at} problem={problem} problemAt={problemAt} onRetry={onRetry} />
        <Heading
          tabIndex={-1}
          data-id={isMissing ? undefined : page.id}
          className={page.isMoney ? kickerClass : '[overflow-wrap:anywhere]'}
        >
          {title}
        </Heading>
      </div>
      {page.children}
      {isMissing && <div role="alert">{missing}</div>}
      {problem && at === undefined && !isMissing && !isRateLimited(problem) && (
        <ProblemView error={problem} what={page.what} at={problemAt} onRetry={onRetry} />
      )}
      {isLate && !problem && !isMissing && <SkeletonLines widths={page.skeleton} className="mt-4" />}
    </>
  )
}

function BackLink({ href, name, lead }: BackTo) {
  return (
    <Link
      {...useShortcut('u')}
      title={name}
      className="inline-flex min-h-10 min-w-0 items-center gap-1 text-ink-2 hover:underline sm:min-h-6"
      href={href}
    >
      <ChevronLeft className="size-3.5" />
      {lead && <span className="sr-only">{lead}</span>}
      <span className="overflow-hidden text-ellipsis whitespace-nowrap">{name}</span>
    </Link>
  )
}

type MissingProps = {
  /** "transfer" */
  noun: string
  id: string
  environment: Environment
  /** Who has no record with this ID: "The provider has no transfer". */
  lead: string
  /** The address of the same record in the other environment, if that is configured. */
  other?: { environment: Environment; href: string }
  onRetry: () => void
  /** What is said of an ID that is one. */
  children: ReactNode
}

/** There is no record with the ID of the address, or it is no ID. Names the environment, because the ID may belong to the other one. */
export function MissingRecord({ noun, id, environment, lead, other, onRetry, children }: MissingProps) {
  const shownId = <ShortId id={id} what={`${noun} ID`} head={36} />
  const title = `No ${noun} with this ID`
  if (!uuidPattern.test(id))
    return (
      <EmptyState title={title}>
        <p>
          This is not a {noun} ID: {shownId}.
        </p>
        <p>Enter the full ID, like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.</p>
      </EmptyState>
    )
  const actions = (
    <>
      <Button onClick={onRetry}>Try again</Button>
      {other && (
        <a className={buttonClass()} href={other.href}>
          Look in {other.environment}
        </a>
      )}
    </>
  )
  return (
    <EmptyState title={title} actions={actions}>
      <p>
        {lead} {shownId} in {environment}.
      </p>
      {children}
    </EmptyState>
  )
}
