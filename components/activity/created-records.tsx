'use client'
import { useQueryClient } from '@tanstack/react-query'
import { OctagonX, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ErrorText } from '@/components/forms/small-form'
import { Link } from '@/components/ui/address'
import { useOnline, useVisible } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { ShortId } from '@/components/ui/copy'
import { announce, focusHeading } from '@/components/ui/focus'
import { UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, PageHeader } from '@/components/ui/section'
import { Note, type StatusStyle } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Intent } from '@/lib/api/console/intents'
import type { Environment } from '@/lib/api/environments'
import type { ProblemError } from '@/lib/api/problem'
import {
  changesOf,
  formPath,
  type ListedWrite,
  mayWrite,
  operations,
  type WriteName,
  writeRowOf,
} from '@/lib/api/provider/operations'
import { assetsOfMarket } from '@/lib/api/provider/order-terms'
import type { Role } from '@/lib/api/roles'
import { shorten } from '@/lib/browser/identifiers'
import { resolveOutcome } from '@/lib/browser/intents'
import { capitalized } from '@/lib/browser/labels'
import { checkWindowOf } from './check-window'
import { commonColumns, type IntentColumn, IntentList, statusColumn, truncated, useIntentList } from './intent-list'
import { isSettledByNote, mayBeFollowed, recordStatusStyle, referenceText, stateStyles } from './labels'
import { updateIntentCache, useIntentAction } from './queries'

type CreatedRecordsProps = { environment: Environment; roles: readonly Role[]; creates: ListedWrite }

/** The records of one kind that were created here, with their last known status: the provider has no list of them. */
export function CreatedRecords({ environment, roles, creates }: CreatedRecordsProps) {
  const list = useIntentList(environment, [creates, ...changesOf(creates)])
  useFollowedRows(environment, list.rows)
  const [failed, setFailed] = useState<{ intent: Intent; error: ProblemError }>()
  const canAct = mayWrite(creates, roles)
  const columns = useMemo(() => {
    const onChecked: OnChecked = (intent, error) => setFailed(error && { intent, error })
    return columnsOf(creates, canAct ? onChecked : undefined)
  }, [creates, canAct])
  const { noun } = writeRowOf(creates)
  const create = canAct && (
    <ButtonLink kind="primary" href={`/${environment}/${formPath(creates)}`}>
      <Plus />
      <span>
        New<span className="max-sm:sr-only"> {noun}</span>
      </span>
    </ButtonLink>
  )
  const closeFailed = () => {
    setFailed(undefined)
    focusHeading()
  }
  const title = operations[creates].listTitle
  return (
    <>
      <PageHeader title={title} subtitle={`${title} created in Mintdesk, with their last known status`}>
        <UpdatedAgo at={list.at} isReading={list.isFetching} onRefresh={list.again} />
        {create}
      </PageHeader>
      {failed && (
        <Note
          tone="bad"
          icon={OctagonX}
          role="alert"
          className="my-2"
          title={`The status of ${nameOf(failed.intent)} could not be checked.`}
          actions={
            <Button size="small" onClick={closeFailed}>
              Close
            </Button>
          }
        >
          <ErrorText problem={failed.error} />
        </Note>
      )}
      <IntentList
        name={title}
        list={list}
        columns={columns}
        marksAfter="status"
        empty={
          <EmptyState title={`No ${noun} created here yet`} actions={create}>
            <p>
              {title} created in Mintdesk appear here. Refused and pending requests are under{' '}
              <Link href={`/${environment}/activity`}>Activity</Link>.
            </p>
          </EmptyState>
        }
        footnote="The provider has no list of these. Each status is as of the time shown."
      />
    </>
  )
}

const nameOf = (intent: Intent) => (intent.ref_id ? `${intent.summary} (${referenceText(intent)})` : intent.summary)

/** Called after a check, with the error if it failed. */
type OnChecked = (intent: Intent, error?: ProblemError) => void

const unknownStyle: StatusStyle = { ...stateStyles.unknown, label: 'Outcome unknown' }

/** Milliseconds between two rounds of checks, and rows that one round checks. */
const [followEvery, mostFollowed] = [30_000, 20]

/** Checks shown rows whose status may change by itself, one after another, if pages may check. */
function useFollowedRows(environment: Environment, rows: readonly Intent[] = []): void {
  const client = useQueryClient()
  const isOnline = useOnline()
  const isVisible = useVisible()
  const followed = rows.filter(mayBeFollowed).slice(0, mostFollowed)
  const ids = followed.map(({ id }) => id).join(' ')
  const checkedAt = useRef(new Map<string, number>())
  useEffect(() => {
    if (ids === '' || !isOnline || !isVisible) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = async () => {
      try {
        for (const id of ids.split(' ')) {
          if (isOver) return
          // A row that is settled begins another round of the others.
          if (performance.now() - (checkedAt.current.get(id) ?? Number.NEGATIVE_INFINITY) < followEvery) continue
          checkedAt.current.set(id, performance.now())
          updateIntentCache(client, await resolveOutcome(environment, id, true))
        }
      } catch {
        // The next round tries again, and the row says as of when its status is.
      }
      if (!isOver) timer = setTimeout(check, followEvery)
    }
    void check()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, environment, ids, isOnline, isVisible])
}

/** Who reported a status: the provider, or a person by name. */
const sourceText = ({ noted_by, is_earlier_credential }: Intent) =>
  `${is_earlier_credential ? 'earlier client ID, ' : ''}${noted_by ? `noted by ${noted_by}` : 'the provider'}`

/** The same in a row, where the provider goes without saying. */
const otherSource = (intent: Intent) =>
  intent.noted_by || intent.is_earlier_credential ? [truncated(sourceText(intent), 48)] : []

/** Amounts filled are in the market's first asset, prices in its second. */
const fillColumns: readonly IntentColumn[] = [
  {
    key: 'market',
    name: 'Market',
    text: ({ fill }) => {
      const { base, quote } = assetsOfMarket(fill?.market)
      return base ? `${base}/${quote}` : fill?.market
    },
  },
  { key: 'filled', name: 'Filled', amount: ({ fill }) => (fill?.amount ? { text: fill.amount } : undefined) },
  { key: 'price', name: 'Average price', amount: ({ fill }) => (fill?.price ? { text: fill.price } : undefined) },
]

/** @param onChecked undefined for those who may not check */
function columnsOf(creates: WriteName, onChecked?: OnChecked): readonly IntentColumn[] {
  const [edits] = changesOf(creates)
  const check: IntentColumn = {
    key: 'acts',
    name: 'Check',
    isKept: true,
    // A button's padding, and the link "Edit".
    extra: 24 + (edits ? 60 : 0),
    text: () => 'Failed, try again',
    cell: (intent) => onChecked && <CheckCell intent={intent} edits={edits} onChecked={onChecked} />,
  }
  const { noun, record } = writeRowOf(creates)
  const { requested, summary, reference, person, id } = commonColumns
  return [
    requested,
    summary,
    // What an unknown one was answered with may be the status of another record.
    statusColumn('status', 'Last known status', (intent) =>
      intent.state === 'unknown' ? unknownStyle : recordStatusStyle(intent),
    ),
    ...(record === 'order' ? fillColumns : []),
    // Before what is only looked up, so that it is in view in a window of 1280 pixels.
    ...(onChecked ? [check] : []),
    {
      key: 'known',
      name: 'Status as of',
      // Beside a status that may have changed since.
      isKept: true,
      card: 'what',
      text: (intent) => ['00 Nov 00:00:00', ...otherSource(intent)].join(', '),
      cell: (intent, now) =>
        intent.status_at && (
          <span className="text-ink-2" title={sourceText(intent)}>
            <Time value={intent.status_at} now={now} />
            {otherSource(intent).map((text) => `, ${text}`)}
          </span>
        ),
    },
    reference,
    person,
    {
      key: 'record',
      name: capitalized(noun),
      face: 'mono',
      // The width of its copy button.
      extra: 16,
      text: ({ record_id }) => record_id && shorten(record_id, 8),
      cell: ({ record_id }) => record_id && <ShortId id={record_id} what={`${noun} ID`} tabIndex={-1} />,
    },
    id,
  ]
}

type CheckCellProps = { intent: Intent; edits?: WriteName; onChecked: OnChecked }

/** Checks the status of a row while that is safe; otherwise its page says why not. */
function CheckCell({ intent, edits, onChecked }: CheckCellProps) {
  const { environment, id, record_id } = intent
  const { start, isPending, problem } = useIntentAction(intent, {
    kind: 'check',
    run: resolveOutcome,
    onSuccess: (checked) => {
      announce(`${checked.summary}: ${recordStatusStyle(checked)?.label ?? 'no status'}`)
      onChecked(intent)
    },
    onError: (error) => onChecked(intent, error),
  })
  const { kind } = checkWindowOf(intent, Date.now())
  const isUnknown = intent.state === 'unknown'
  const suffix = <span className="sr-only">: {intent.summary}</span>
  return (
    <span className="flex items-center gap-1">
      {kind === 'open' && !isSettledByNote(intent) ? (
        <Button kind="plain" size="small" className="-ml-2" tabIndex={-1} aria-busy={isPending} onClick={start}>
          {isPending ? 'Checking…' : problem ? 'Failed, try again' : isUnknown ? 'Check outcome' : 'Check status'}
          {suffix}
        </Button>
      ) : (
        <Link tabIndex={-1} className="text-ink-2 underline" href={`/${environment}/activity/${id}`}>
          {kind === 'closed' ? 'Record status' : kind === 'blocked' ? 'Not available' : 'See details'}
          {suffix}
        </Link>
      )}
      {edits && record_id && (
        <ButtonLink
          kind="plain"
          size="small"
          tabIndex={-1}
          href={`/${environment}/${formPath(edits, { id: record_id })}`}
        >
          Edit{suffix}
        </ButtonLink>
      )}
    </span>
  )
}
