'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { digestOf } from '@/components/forms/identity-note'
import { recordStatusStyle, stateStyle } from '@/components/requests/labels'
import { purposeOf } from '@/components/requests/record-texts'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { useSteps } from '@/components/ui/focus'
import { useShortcut } from '@/components/ui/preferences'
import { ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, PageHeader, SkeletonLines } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import type { Approval } from '@/lib/api/approval'
import type { Intent } from '@/lib/api/intents'
import { timeBy } from '@/lib/browser/clocks'
import { countText } from '@/lib/browser/labels'
import { leadToSignIn } from '@/lib/browser/step-up'
import { decide } from '@/lib/features/approvals/browser/policies'
import type { Environment } from '@/lib/provider/environments'
import { reasonText } from './approval-texts'
import { decidedByMe, waitingQuery } from './use-approvals'

type PageProps = {
  environment: Environment
  selected?: string
  /** The page of a request. */
  children: (id: string) => ReactNode
}

/** Milliseconds until the next read: whoever waits for an approver sees it soon. */
const every = 1_500

/** What waits for approval, and the request that is open. */
export function ApprovalsPage({ environment, selected, children }: PageProps) {
  const read = useRead(waitingQuery(environment, selected !== undefined), every)
  const { shown, at, problem, onRetry, isLate, isFetching } = read
  const now = timeBy('console', at ?? 0)
  const intents = shown?.intents ?? []
  const mine = intents.filter(({ approval }) => approval?.may_decide)
  const others = intents.filter(({ approval }) => !approval?.may_decide)
  const first = [...mine, ...others][0]?.id
  // What was decided stays open until another one is chosen.
  const [kept, setKept] = useState(first)
  if (kept === undefined && first !== undefined) setKept(first)
  const open = selected ?? kept
  const list = useRef<HTMLDivElement>(null)
  useSteps((by) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('li[data-index] a') ?? [])]
    const focused = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
    const from = focused === -1 ? links.findIndex((link) => link.ariaCurrent === 'true') : focused
    links[Math.min(links.length - 1, Math.max(0, from + by))]?.focus()
  })
  const isEmpty = shown !== undefined && intents.length === 0
  return (
    <div className="gap-x-8 lg:grid lg:grid-cols-[336px_minmax(0,1fr)]">
      <div ref={list} className={selected ? 'max-lg:hidden' : ''}>
        <PageHeader
          title="Approvals"
          isOfList={selected !== undefined}
          subtitle={shown ? waitingText(mine.length) : ''}
        >
          <UpdatedAgo {...read} isReading={isFetching} onRefresh={onRetry} />
        </PageHeader>
        <ReadNotices what="The list of approvals" {...read} />
        {isLate && !problem && <SkeletonLines className="mt-6" widths={[280, 180, 240, 260, 160, 220]} />}
        {isEmpty && (
          <EmptyState title="Nothing waits for approval">
            <p>A request that a policy holds appears here until someone decides.</p>
          </EmptyState>
        )}
        <Requests environment={environment} open={open} title="Waiting for you" intents={mine} now={now} />
        <Requests environment={environment} open={open} title="Waiting for others" intents={others} now={now} />
        {(shown || problem) && (
          <p className="mt-4">
            <Link className="underline" href={`/${environment}/settings/policies`}>
              Policies
            </Link>
          </p>
        )}
        {shown?.next_page_cursor && (
          <p className="mt-3 text-ink-2">These are the first 100 to expire. The others are under Activity.</p>
        )}
        {/* Last, so that nothing moves once it is read. */}
        {shown && <Decided environment={environment} open={open} now={now} />}
      </div>
      {open && (
        <div className={`min-w-0 lg:border-l lg:border-hairline lg:pl-8 ${selected ? '' : 'max-lg:hidden'}`}>
          {children(open)}
        </div>
      )}
    </div>
  )
}

/** What the reader decided of it, or asked. */
function ownText({ decisions }: Approval): string | undefined {
  const own = decisions.filter(({ is_mine, is_current }) => is_mine && is_current)
  if (own.some(({ kind }) => kind === 'approve')) return 'Approved by you'
  return own.some(({ kind }) => kind === 'ask') ? 'You asked' : undefined
}

const waitingText = (count: number) => (count > 0 ? `${count} waiting for you` : 'None waiting for you')

type RequestsProps = { environment: Environment; title: string; intents: readonly Intent[]; open?: string; now: number }

/** Requests of one kind; those that wait for this person can be approved together, each with its own result. */
function Requests({ environment, title, intents, open, now }: RequestsProps) {
  const client = useQueryClient()
  // Back from company sign-in, those that it confirmed are chosen.
  const confirmed = intents.filter(({ approval }) => approval?.identity?.confirmed_until).map(({ id }) => id)
  const [changed, setChosen] = useState<readonly string[] | undefined>()
  const chosen = changed ?? confirmed
  const select = useShortcut('x')
  const [results, setResults] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const canChoose = intents.length > 1 && intents.every(({ approval }) => approval?.may_decide)
  const picked = intents.filter(({ id }) => chosen.includes(id))
  const digests = picked.flatMap(({ approval }) => digestOf(approval?.identity) ?? [])
  async function approveAll() {
    setBusy(true)
    setResults([])
    if (digests.length > 0) {
      await leadToSignIn(digests).catch((error: Error) => setResults([error.message]))
      return setBusy(false)
    }
    for (const intent of picked) {
      const { id, approval } = intent
      const result = await decide(environment, id, { kind: 'approve', digest: approval?.digest ?? '' }).then(
        ({ state }) => (state === 'waiting' ? 'approved; it still waits' : 'approved and sent'),
        (error: Error) => `not approved. ${error.message}`,
      )
      setResults((before) => [...before, `${purposeOf(intent)}: ${result}`])
    }
    setChosen([])
    setBusy(false)
    await client.invalidateQueries({ queryKey: [environment, 'intents'] })
  }
  if (intents.length === 0 && results.length === 0) return null
  return (
    <section className="mt-5" aria-label={title}>
      <h2 className="border-b border-hairline pb-2">{title}</h2>
      <ul>
        {intents.map((intent, index) => {
          const { id, person, created_at, approval } = intent
          const purpose = purposeOf(intent)
          return (
            <li
              key={id}
              data-index={index}
              className={`flex items-start gap-2 border-b border-l-3 border-b-hairline px-2 py-3 ${id === open ? 'border-l-env bg-env-tint' : 'border-l-transparent'}`}
            >
              {canChoose && (
                <span className="pick mt-1">
                  <Checkbox
                    {...select}
                    aria-label={`Choose ${purpose}`}
                    checked={chosen.includes(id)}
                    onChange={({ target }) =>
                      setChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                    }
                  />
                </span>
              )}
              <Link
                href={`/${environment}/approvals/${encodeURIComponent(id)}`}
                aria-current={id === open ? 'true' : undefined}
                className="block min-w-0 flex-1 no-underline"
              >
                <span className="flex items-baseline gap-3">
                  <b className="min-w-0 flex-1 font-label [overflow-wrap:anywhere]">{purpose}</b>
                  {approval && (
                    <span className="flex-none text-sm text-ink-2">
                      by <Time value={approval.expires_at} now={now} />
                    </span>
                  )}
                </span>
                <span className="block text-sm text-ink-3">
                  {person}, <Time value={created_at} now={now} />
                </span>
                <span className="block text-sm">
                  {approval?.requirements
                    .map((one) => reasonText(one, undefined, approval.plans !== undefined))
                    .join(' · ')}
                </span>
                {approval && <span className="block text-sm font-label">{ownText(approval)}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
      {picked.length > 0 && (
        <div className="mt-3">
          <Button kind="primary" aria-busy={isBusy || undefined} onClick={() => !isBusy && void approveAll()}>
            {isBusy
              ? 'Approving…'
              : `${digests.length > 0 ? 'Confirm it is you and approve' : 'Approve'} ${countText(picked.length, 'request')}`}
          </Button>
        </div>
      )}
      <div role="status" className="mt-2 text-sm text-ink-2">
        {results.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  )
}

/** The requests that this person approved or declined and that no longer wait, each with its outcome. */
function Decided({ environment, open, now }: Pick<RequestsProps, 'environment' | 'open' | 'now'>) {
  const { data, isError } = useQuery(decidedByMe(environment))
  // Those that still wait are listed above.
  const intents = data?.intents.filter(({ state }) => state !== 'waiting') ?? []
  if (intents.length === 0 && !isError) return null
  return (
    <section className="mt-5" aria-label="Decided by you">
      <h2 className="border-b border-hairline pb-2">Decided by you</h2>
      {isError && <p className="mt-2 text-ink-2">Your decisions couldn't be loaded.</p>}
      <ul>
        {intents.map((intent) => (
          <li
            key={intent.id}
            className={`border-b border-l-3 border-b-hairline px-2 py-3 ${intent.id === open ? 'border-l-env bg-env-tint' : 'border-l-transparent'}`}
          >
            <Link
              href={`/${environment}/approvals/${encodeURIComponent(intent.id)}`}
              aria-current={intent.id === open ? 'true' : undefined}
              className="block no-underline"
            >
              <b className="block font-label [overflow-wrap:anywhere]">{purposeOf(intent)}</b>
              <span className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-3">
                <Status {...(recordStatusStyle(intent) ?? stateStyle(intent))} />
                <span>
                  {intent.person}, <Time value={intent.created_at} now={now} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
