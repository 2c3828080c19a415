'use client'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, KeyRound, TriangleAlert } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ActIdentity } from '@/components/approvals/act-identity'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { Button } from '@/components/ui/button'
import { type Fact, Facts } from '@/components/ui/facts'
import { Checkbox, TextArea } from '@/components/ui/field'
import { announce, useFocusAfter } from '@/components/ui/focus'
import { ReadNotices } from '@/components/ui/problem'
import { EmptyState, PageHeader, Section, Skeleton } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { Moment } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { millisOf } from '@/lib/browser/clock'
import { deleteFormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import { holdQuery, holdSummaryQuery, reconcileHold, releaseHold } from '@/lib/features/hold/browser/holds'
import { holdRoles, maximumStatement, unreadLists } from '@/lib/features/hold/hold-terms'
import type { Hold, HoldReport } from '@/lib/features/hold/interface'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { HoldReportView } from './hold-report'

type HoldPageProps = {
  environment: Environment
  environments: readonly Environment[]
  person: string
  roles: readonly Role[]
}

/** What a restored copy may not know, and its release by an admin who has looked at it. */
export function HoldPage({ environment, environments, person, roles }: HoldPageProps) {
  const read = useRead(holdQuery(environment))
  const hold = read.shown
  const mayRelease = roles.some((role) => holdRoles.includes(role))
  // The button that released it is gone.
  useFocusAfter(hold?.is_held === true, () => document.querySelector<HTMLElement>('#main h1'))
  return (
    <>
      <PageHeader title="Restored copy" subtitle="What may be missing since the backup" />
      <ReadNotices what="The state of this copy" {...read} />
      {hold === null && (
        <EmptyState title="No restore to review">
          <p>After a restore, an admin reviews and releases the copy here.</p>
        </EmptyState>
      )}
      {hold && (
        <>
          <Facts className="max-w-[640px]" facts={factsOf(hold)} />
          {hold.is_held && mayRelease && (
            <Reconcile environment={environment} environments={environments} isFirst={hold.report === undefined} />
          )}
          {hold.is_held && !mayRelease && (
            <p className="mt-4 text-ink-2">An admin compares this copy with the provider and releases it.</p>
          )}
          {hold.report && <HoldReportView report={hold.report} />}
          {hold.is_held && hold.report && mayRelease && (
            // A yes is to one reconciliation.
            <Release key={hold.report.at} environment={environment} person={person} report={hold.report} />
          )}
        </>
      )}
      {read.isLate && <Skeleton className="mt-8 w-96" />}
    </>
  )
}

function factsOf({
  is_held,
  cause,
  began_at,
  known_until,
  version,
  released_at,
  released_by,
  statement,
}: Hold): Fact[] {
  return [
    ['State', is_held ? 'Held: nothing is sent' : 'Released'],
    [
      cause === 'restored' ? 'Restored' : 'Declared a copy',
      <Moment key="at" at={millisOf(began_at)} clock="console" />,
    ],
    ['Knows what was sent until', <Moment key="until" at={millisOf(known_until)} clock="console" />],
    ...(version ? [['Backup of version', version] satisfies Fact] : []),
    ...(released_at
      ? [
          [
            'Released',
            <span key="released">
              <Moment at={millisOf(released_at)} clock="console" /> by {released_by}
            </span>,
          ] satisfies Fact,
          ['How it was checked', statement ?? 'This can no longer be read.'] satisfies Fact,
        ]
      : []),
  ]
}

type ReconcileProps = { environment: Environment; environments: readonly Environment[]; isFirst: boolean }

/** Names what the earlier console sent, as far as its log is at hand, and compares the copy with the provider. */
function Reconcile({ environment, environments, isFirst }: ReconcileProps) {
  const id = useId()
  const client = useQueryClient()
  const [log, setLog] = useState('')
  const { start, isPending, problem } = useWrite({
    mutationFn: () => reconcileHold(environment, environments, log),
    onSuccess: (hold) => {
      client.setQueryData(holdQuery(environment).queryKey, hold)
      setLog('')
      announce('Reconciled')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start()
  }
  return (
    <Section title="Compare with the provider">
      <form onSubmit={submit} aria-label="Compare with the provider" className="mt-4 grid max-w-[640px] gap-4">
        <TextArea
          id={`${id}log`}
          label="Log of the earlier console"
          isOptional
          hint="Its lines since the backup. Only the log names orders, accounts and rules that were sent."
          className="min-h-20 font-mono"
          spellCheck={false}
          value={log}
          onChange={({ target }) => setLog(target.value)}
        />
        <WriteError problem={problem} />
        <div>
          <Button type="submit" kind={isFirst ? 'primary' : undefined} aria-busy={isPending || undefined}>
            {isPending ? 'Reconciling…' : isFirst ? 'Reconcile' : 'Reconcile again'}
          </Button>
        </div>
      </form>
    </Section>
  )
}

type YesProps = { isYes: boolean; onChange: (isYes: boolean) => void; children: string }

/** A yes that a person must give. */
function Yes({ isYes, onChange, children }: YesProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="mt-1 flex min-h-8 items-center gap-2 max-sm:min-h-11">
      <Checkbox id={id} checked={isYes} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  )
}

/** A yes counts for the reconciliation that it was given to. */
const blank = { statement: '', report: '', without_keys: false, without_lists: false }
type Values = typeof blank

/** Lets this copy send, once a person has said how they checked what Mintdesk could not. */
function Release({ environment, person, report }: { environment: Environment; person: string; report: HoldReport }) {
  const id = useId()
  const router = useRouter()
  const client = useQueryClient()
  const box = useRef<HTMLFormElement>(null)
  const draftKey = { person, environment, path: 'activity/restore' }
  const [values, setValues] = useState<Values>(() => {
    const kept = restoreShape(blank, readFormDraft(draftKey)?.values ?? blank)
    return kept.report === report.at ? kept : { ...blank, statement: kept.statement, report: report.at }
  })
  const { statement } = values
  const [tries, setTries] = useState(0)
  const { start, isPending, problem } = useWrite({
    mutationFn: () =>
      releaseHold(environment, {
        report: report.at,
        statement: statement.trim(),
        ...(values.without_keys && { without_keys: true }),
        ...(values.without_lists && { without_lists: true }),
      }),
    onSuccess: (hold) => {
      deleteFormDraft(draftKey)
      client.setQueryData(holdQuery(environment).queryKey, hold)
      void client.invalidateQueries({ queryKey: holdSummaryQuery(environment).queryKey })
      announce('Released')
      // The banner belongs to the layout.
      router.refresh()
    },
  })
  const unread = unreadLists(report)
  const refused = problem?.problem.errors?.find(({ field }) => field === 'statement')?.message
  const isEmpty = statement.trim() === ''
  const missing = 'Enter how you checked, like "Asked the provider for all orders since 14:00 UTC".'
  const change = (changes: Partial<Values>) => {
    const next = { ...values, ...changes }
    setValues(next)
    if (next.statement === '' && !next.without_keys && !next.without_lists) deleteFormDraft(draftKey)
    else saveFormDraft(draftKey, { values: next, intent: '', savedAt: Date.now() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (!isEmpty) start()
  }
  useEffect(() => {
    if (tries > 0 && isEmpty) box.current?.querySelector('textarea')?.focus()
  }, [tries, isEmpty])
  return (
    <Section title="Release">
      <form
        ref={box}
        noValidate
        onSubmit={submit}
        aria-label="Release this copy"
        className="mt-4 grid max-w-[640px] gap-4"
      >
        <p className="text-ink-2">
          People can then send requests, webhooks send what has happened since the backup, and scheduled exports go on.
          Requests without an outcome are never sent again.
        </p>
        {report.unreadable > 0 && (
          <Note
            tone="bad"
            icon={KeyRound}
            title={`The keys of this console do not open ${report.unreadable} of the newest requests.`}
          >
            Add the keys with which the backup was made, then start the console again.
            <Yes isYes={values.without_keys} onChange={(without_keys) => change({ without_keys })}>
              The keys are lost. Release without them.
            </Yes>
          </Note>
        )}
        {unread.length > 0 && (
          <Note tone="bad" icon={TriangleAlert} title="Lists of the provider could not be read to their end.">
            What was sent after the backup may be on them. Reconcile again when the provider answers.
            <Yes isYes={values.without_lists} onChange={(without_lists) => change({ without_lists })}>
              Release without comparing them.
            </Yes>
          </Note>
        )}
        <TextArea
          id={`${id}statement`}
          label="How you checked what Mintdesk could not"
          hint="Whom you asked, and for which time"
          error={tries > 0 && isEmpty ? missing : refused}
          meaning={`${statement.trim().length} of ${maximumStatement} characters`}
          className="min-h-20"
          value={statement}
          onChange={({ target }) => change({ statement: target.value })}
        />
        {!refused && <WriteError problem={problem} />}
        <p className="text-sm text-ink-3">Kept with your name and the time.</p>
        <ActIdentity environment={environment} isShared />
        <div>
          <Button type="submit" kind="primary" aria-busy={isPending || undefined}>
            <CircleCheck />
            {isPending ? 'Releasing…' : 'Release'}
          </Button>
        </div>
      </form>
    </Section>
  )
}
