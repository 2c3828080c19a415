'use client'
import { CalendarClock, CircleX } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Status, type StatusStyle } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import type { ExportSchedule } from '@/lib/api/console/exports'
import type { Environment } from '@/lib/api/environments'
import { removeSchedule } from '@/lib/browser/exports'
import { type Act, rowClass } from './export-row'
import { closedPeriods, exportedPages, filterText, formatNames, periodNames } from './labels'

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
