'use client'
import { useQueryClient } from '@tanstack/react-query'
import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '@/components/ui/button-link'
import { announce, useRestoredFocus } from '@/components/ui/focus'
import { asProblem, ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, PageHeader, Section, Skeleton } from '@/components/ui/section'
import { LiveRegion, Note } from '@/components/ui/status'
import { useRead } from '@/components/ui/use-read'
import { countText } from '@/lib/browser/labels'
import { exportsKey, exportsQuery } from '@/lib/features/exports/browser/exports'
import type { Environment } from '@/lib/provider/environments'
import type { ProblemError } from '@/lib/provider/problem'
import { sizeText } from './labels'
import { ExportRow, ScheduleRow } from './rows'

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
          <Note tone="bad" icon={OctagonX} className="my-2" title={refused.problem.title}>
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
