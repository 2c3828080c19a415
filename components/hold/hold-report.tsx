'use client'
import { CircleHelp, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/address'
import { ShortId } from '@/components/ui/copy'
import { Section } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { Moment, Time, useNow } from '@/components/ui/time'
import { millisOf } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import type { EnvironmentReport, FoundBecause, FoundRecord, HoldReport } from '@/lib/features/hold/interface'
import type { Environment } from '@/lib/provider/environments'
import { operationNames, rowOf } from '@/lib/provider/operations'

const becauseTexts: Record<FoundBecause, string> = {
  deposit: 'a deposit that is not known here',
  account: 'to a fiat account that is not known here',
  reference: 'under the same reference',
}

/** What an operation is called; one of another version by its name. */
const titleOf = (operation: string | undefined) => {
  const known = operationNames.find((name) => name === operation)
  return known ? rowOf(known).title : (operation ?? 'Request')
}

const number = (count: number) => count.toLocaleString('en-US')

const rowClass =
  'flex min-h-(--row-tight) flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-hairline py-1.5 [overflow-wrap:anywhere]'

type PartProps = { title: string; text: string; count: number; shown: number; children: ReactNode }

/** One list of a report, with how many more there are. */
function Part({ title, text, count, shown, children }: PartProps) {
  if (count === 0) return null
  return (
    <div className="mt-5">
      <h3 className="font-label">
        {title} <span className="font-text text-ink-3">{number(count)}</span>
      </h3>
      <p className="mb-1 max-w-[72ch] text-ink-2">{text}</p>
      <ul>{children}</ul>
      {count > shown && <p className="mt-1 text-ink-2">The newest {number(shown)} are shown.</p>}
    </div>
  )
}

function Found({ environment, record, now }: { environment: Environment; record: FoundRecord; now: number }) {
  const { list, id, summary, created_at, because } = record
  return (
    <>
      {list === 'listTransfers' ? (
        <Link href={`/${environment}/transfers/${encodeURIComponent(id)}`}>{summary}</Link>
      ) : (
        <span>{summary}</span>
      )}
      <span className="text-ink-3">{becauseTexts[because]}</span>
      {created_at && (
        <span className="ml-auto text-ink-2">
          <Time value={created_at} now={now} withZone />
        </span>
      )}
    </>
  )
}

/** What was compared in one environment, and what nobody could compare. */
function EnvironmentSection({ report, since, now }: { report: EnvironmentReport; since: string; now: number }) {
  const { environment, read, problems, found, forgotten, uncertain, unchecked } = report
  const counts = read.map(({ list, count }) => countText(count, list === 'listTransfers' ? 'transfer' : 'issuer quote'))
  const isEmpty = found.count + forgotten.count + uncertain.count === 0
  return (
    <Section title={environment === 'production' ? 'Production' : 'Sandbox'} more={`${counts.join(' and ')} compared`}>
      {problems.map((problem) => (
        <Note key={problem} tone="bad" icon={TriangleAlert} className="mt-4" title="Not everything could be read.">
          {problem}
        </Note>
      ))}
      {isEmpty && <p className="mt-4 text-ink-2">Nothing was found that this copy does not know.</p>}
      <Part
        title="At the provider, not known here"
        text="Created after the backup. Look at each before anyone enters it again."
        count={found.count}
        shown={found.records.length}
      >
        {found.records.map((record) => (
          <li key={record.id} className={rowClass}>
            <Found environment={environment} record={record} now={now} />
          </li>
        ))}
      </Part>
      <Part
        title="Sent by the earlier console, not known here"
        text="Mintdesk will not send these again under their IDs. Ask the provider about those without a record."
        count={forgotten.count}
        shown={forgotten.requests.length}
      >
        {forgotten.requests.map(({ id, operation, person, sent_at, found: record }) => (
          <li key={id} className={rowClass}>
            <span>{titleOf(operation)}</span>
            <ShortId id={id} what="request ID" />
            {record ? (
              <Found environment={environment} record={record} now={now} />
            ) : (
              <span className="text-ink-3">no record found</span>
            )}
            {person && <span className="text-ink-2">{person}</span>}
            {sent_at && (
              <span className="ml-auto text-ink-2">
                <Time value={sent_at} now={now} withZone />
              </span>
            )}
          </li>
        ))}
      </Part>
      <Part
        title="Without an outcome in the backup"
        text="Each may have been sent and settled since. Open it and record what the provider says."
        count={uncertain.count}
        shown={uncertain.requests.length}
      >
        {uncertain.requests.map(({ id, summary, person, found: record }) => (
          <li key={id} className={rowClass}>
            <Link href={`/${environment}/activity/${id}`}>{summary}</Link>
            {record && <Found environment={environment} record={record} now={now} />}
            <span className="ml-auto text-ink-2">{person}</span>
          </li>
        ))}
      </Part>
      {unchecked.length > 0 && (
        <Note tone="unknown" icon={CircleHelp} className="mt-5" title="Could not be checked.">
          The provider lists none of these: {unchecked.map(({ title }) => title).join(', ')}. Ask it for everything
          created since <Moment at={millisOf(since)} clock="console" />.
        </Note>
      )}
    </Section>
  )
}

/** A reconciliation, environment by environment. */
export function HoldReportView({ report }: { report: HoldReport }) {
  const now = useNow(60_000, 'console')
  return (
    <>
      <p className="mt-6 text-ink-2">
        Reconciled by {report.by}, <Moment at={millisOf(report.at)} clock="console" />, with what was created since{' '}
        <Moment at={millisOf(report.since)} clock="console" />.
      </p>
      {report.environments.map((one) => (
        <EnvironmentSection key={one.environment} report={one} since={report.since} now={now} />
      ))}
    </>
  )
}
