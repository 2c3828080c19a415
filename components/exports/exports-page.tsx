'use client'
import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CircleX, Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { ShortId } from '@/components/ui/copy'
import { ConfirmDialog } from '@/components/ui/dialog'
import { announce, useRestoredFocus } from '@/components/ui/focus'
import { asProblem, ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, PageHeader, Section, Skeleton } from '@/components/ui/section'
import { LiveRegion, Note, Status, type StatusStyle } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { capitalized, countText } from '@/lib/browser/labels'
import { hrefOf } from '@/lib/browser/list-url'
import {
  cancelExport,
  exportsKey,
  exportsQuery,
  fileHref,
  manifestHref,
  removeExport,
  removeSchedule,
} from '@/lib/features/exports/browser/exports'
import { type ExportJob, type ExportSchedule, isActiveExport } from '@/lib/features/exports/interface'
import type { Environment } from '@/lib/provider/environments'
import type { ProblemError } from '@/lib/provider/problem'
import {
  closedPeriods,
  exportedPages,
  filterText,
  formatNames,
  periodNames,
  progressOf,
  sizeText,
  stateStyles,
} from './labels'

/** The exports of a person, or of everyone for an admin, and the schedules that make some. */
export function ExportsPage({ environment }: { environment: Environment }) {
  const client = useQueryClient()
  const read = useRead(exportsQuery(environment))
  const { shown } = read
  const [refused, setRefused] = useState<ProblemError>()
  const act = async (action: () => Promise<unknown>, text: string) => {
    setRefused(undefined)
    try {
      await action()
      announce(text)
    } catch (thrown) {
      setRefused(asProblem(thrown as Error))
    }
    await client.invalidateQueries({ queryKey: exportsKey(environment) })
  }
  // What is deleted held the focus.
  const ids = [...(shown?.exports ?? []), ...(shown?.schedules ?? [])].map(({ id }) => id)
  const focus = useRestoredFocus<HTMLDivElement>(ids.join(), 'h1')
  return (
    <div {...focus}>
      <PageHeader title="Exports" subtitle="Kept for 30 days">
        <UpdatedAgo {...read} at={shown?.at} isReading={read.isFetching} onRefresh={read.onRetry} />
      </PageHeader>
      <ReadNotices what="Exports" {...read} at={shown?.at} />
      <LiveRegion>
        {refused && (
          <Note tone="bad" className="my-2" title={refused.problem.title}>
            {refused.problem.detail}
          </Note>
        )}
      </LiveRegion>
      {read.isLate && <Loading />}
      {shown && (
        <>
          <Section
            title="Files"
            more={shown.exports.length > 0 ? usageText(shown.exports.length, shown.stored, shown.storage) : undefined}
            className="max-sm:mt-4"
          >
            {shown.exports.length === 0 ? (
              <NoExports environment={environment} />
            ) : (
              <ol aria-label="Files">
                {shown.exports.map((job) => (
                  <ExportRow key={job.id} environment={environment} job={job} onAct={act} />
                ))}
              </ol>
            )}
          </Section>
          <Section title="Schedules">
            {shown.schedules.length === 0 ? (
              <p className="py-3 text-ink-3">
                No schedules. Choose Export all in a list, then Daily, Weekly or Monthly.
              </p>
            ) : (
              <ol aria-label="Schedules">
                {shown.schedules.map((schedule) => (
                  <ScheduleRow key={schedule.id} environment={environment} schedule={schedule} onAct={act} />
                ))}
              </ol>
            )}
          </Section>
        </>
      )}
    </div>
  )
}

const usageText = (count: number, stored: number, storage: number) =>
  `${countText(count, 'export')}, ${sizeText(stored)} of ${sizeText(storage)} used`

const NoExports = ({ environment }: { environment: Environment }) => (
  <EmptyState
    title="No exports yet"
    actions={
      <>
        <ButtonLink href={`/${environment}/transfers`}>Transfers</ButtonLink>
        <ButtonLink href={`/${environment}/issuer-quotes`}>Issuer quotes</ButtonLink>
      </>
    }
  >
    <p>Choose Export all in a list to export every row.</p>
  </EmptyState>
)

const Loading = () => (
  <div aria-hidden className="mt-8 grid gap-8 border-t border-hairline pt-5">
    {[0, 1, 2].map((row) => (
      <div key={row} className="grid gap-3">
        <Skeleton style={{ width: `${34 - row * 4}%` }} />
        <Skeleton style={{ width: `${58 - row * 7}%` }} />
      </div>
    ))}
  </div>
)

/** Does something with an export; `text` announces it. */
type Act = (action: () => Promise<unknown>, text: string) => Promise<void>

/** Classes of a row: its state, what it is, what to do. */
const rowClass =
  'grid grid-cols-1 gap-x-6 gap-y-2 border-b border-hairline py-4 sm:grid-cols-[124px_minmax(0,1fr)] sm:px-2 lg:grid-cols-[124px_minmax(0,1fr)_auto]'

/** One export: how far it is or what its file is, and what can be done with it. */
export function ExportRow({ environment, job, onAct }: { environment: Environment; job: ExportJob; onAct: Act }) {
  const zone = useZone()
  const [isAsking, setAsking] = useState(false)
  const { id, list, search, state, file } = job
  const { segment, filters } = exportedPages[list]
  const filter = filterText(filters, search, zone)
  const isActive = isActiveExport(state)
  const page = hrefOf(`/${environment}/${segment}`, new URLSearchParams(search))
  return (
    <li className={rowClass}>
      <p className="pt-0.5">
        <Status {...stateStyles[state]} />
      </p>
      <div className="min-w-0">
        <h3 className="font-title [overflow-wrap:anywhere]">{file}</h3>
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          <Link
            className="underline decoration-hairline-strong underline-offset-3 hover:decoration-current"
            href={page}
          >
            {filter ? `${capitalized(filters.plural)}: ${filter}` : `All ${filters.plural}`}
          </Link>
          . {formatNames[job.format]}
          {job.columns ? `, ${job.columns.length} columns` : ''}
          {job.hasNotes ? ', with notes' : ''}
          {job.hasBom ? ', for Excel' : ''}. {job.schedule ? 'By a schedule of' : 'By'} {job.person},{' '}
          <Time value={job.created_at} withZone />.
        </p>
        {isActive && <Progress job={job} />}
        {state === 'complete' && <Result job={job} />}
        {!isActive && job.reason && <p className="text-bad">{job.reason}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-2 sm:col-start-2 lg:col-start-auto">
        {state === 'complete' && (
          <>
            <a className={buttonClass()} href={fileHref(environment, id)} download={file}>
              <Download />
              Download<span className="sr-only"> {file}</span>
            </a>
            <a className={buttonClass({ kind: 'plain' })} href={manifestHref(environment, id)} download>
              Manifest<span className="sr-only"> of {file}</span>
            </a>
          </>
        )}
        {isActive ? (
          <Button onClick={() => void onAct(() => cancelExport(environment, id), 'Export cancelled')}>
            Cancel<span className="sr-only"> {file}</span>
          </Button>
        ) : (
          <Button kind="plain" onClick={() => setAsking(true)}>
            Delete<span className="sr-only"> {file}</span>
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete this export?"
          onClosed={() => setAsking(false)}
          actions={
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false)
                void onAct(() => removeExport(environment, id), 'Export deleted')
              }}
            >
              Delete
            </Button>
          }
        >
          <p>Its file and manifest are deleted for everyone. Nothing changes at the provider.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

/** A bar, of known length if the export has a beginning in time. */
function Progress({ job }: { job: ExportJob }) {
  const fraction = progressOf(job)
  const rows = countText(job.rows, 'row')
  const isBegun = job.state === 'running' || job.rows > 0
  return (
    <>
      <div
        role="progressbar"
        aria-label={`Progress of ${job.file}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={fraction === undefined ? undefined : Math.floor(fraction * 100)}
        aria-valuetext={rows}
        className="mt-2 mb-1 h-1.5 max-w-[440px] overflow-hidden rounded-full bg-pressed forced-colors:border"
      >
        <div
          className={`h-full rounded-full bg-env forced-colors:bg-[Highlight] ${fraction === undefined ? 'opacity-35 motion-safe:animate-pulse' : ''}`}
          style={fraction === undefined ? undefined : { width: `${Math.max(1, fraction * 100)}%` }}
        />
      </div>
      <p className="text-ink-2">
        {isBegun && rows}
        {isBegun && job.reached && (
          <>
            , back to <Time value={job.reached} withZone />
          </>
        )}
        {job.reason && `${isBegun ? '. ' : ''}${job.reason} Mintdesk tries again.`}
        {!isBegun && !job.reason && 'Begins when an earlier export ends.'}
      </p>
    </>
  )
}

/** What the file is, and since when its rows were kept. */
function Result({ job }: { job: ExportJob }) {
  return (
    <>
      <p>
        {countText(job.rows, 'row')}, {sizeText(job.bytes)}, created{' '}
        {job.from && (
          <>
            from <Time value={job.from} withZone /> to{' '}
          </>
        )}
        before <Time value={job.to} withZone />. Kept until <Time value={job.kept_until} withZone />.
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
        {job.sha256 && (
          <span>
            SHA-256 <ShortId id={job.sha256} what="SHA-256" head={10} />
          </span>
        )}
        {job.kept_since && (
          <span>
            Rows created before <Time value={job.kept_since} withZone /> may be missing, because they are no longer
            kept.
          </span>
        )}
      </p>
    </>
  )
}

const stopped: StatusStyle = { tone: 'bad', icon: CircleX, label: 'Stopped', isLoud: true }

type ScheduleRowProps = { environment: Environment; schedule: ExportSchedule; onAct: Act }

/** One schedule: what it makes, and when next. */
export function ScheduleRow({ environment, schedule, onAct }: ScheduleRowProps) {
  const shownZone = useZone()
  const { id, list, search, period, zone, format, person } = schedule
  const { plural } = exportedPages[list].filters
  const filter = filterText(exportedPages[list].filters, search, shownZone)
  return (
    <li className={rowClass}>
      <p className="pt-0.5">
        <Status {...(schedule.stopped ? stopped : { tone: 'ok', icon: CalendarClock, label: periodNames[period] })} />
      </p>
      <div className="min-w-0">
        <h3 className="font-title [overflow-wrap:anywhere]">
          {periodNames[period]} {plural}
          {filter && `: ${filter}`}
        </h3>
        <p className="text-ink-2">
          {formatNames[format]} of {closedPeriods[period]} in {zone}. By {person}.
        </p>
        {schedule.stopped ? (
          <p className="text-bad">{schedule.stopped} It makes no more exports.</p>
        ) : (
          <p>
            Next on <Time value={schedule.next_at} withZone />.
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2 sm:col-start-2 lg:col-start-auto">
        <Button kind="plain" onClick={() => void onAct(() => removeSchedule(environment, id), 'Schedule removed')}>
          Remove<span className="sr-only"> the schedule of {plural}</span>
        </Button>
      </div>
    </li>
  )
}
