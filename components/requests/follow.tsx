'use client'
/** Checks of records whose status may still change: automatically while a list is open, and all at once on request. */
import { useQueryClient } from '@tanstack/react-query'
import { ListChecks, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useOnline, useVisible } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import type { Intent } from '@/lib/api/intents'
import { resolveOutcome } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'
import type { ProblemError } from '@/lib/provider/problem'
import { mayBeFollowed } from './labels'
import { updateIntentCache } from './queries'

/** Milliseconds between two checks of one row, and rows that one round checks. */
const [followEvery, mostFollowed] = [30_000, 20]

/** Checks shown rows whose status may change by itself, one after another, if pages may check. */
export function useFollowedRows(environment: Environment, rows: readonly Intent[] = []): void {
  const client = useQueryClient()
  const isOnline = useOnline()
  const isVisible = useVisible()
  const ids = rows.flatMap((intent) => (mayBeFollowed(intent) ? intent.id : [])).join(' ')
  const checkedAt = useRef(new Map<string, number>())
  useEffect(() => {
    if (ids === '' || !isOnline || !isVisible) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const lastOf = (id: string) => checkedAt.current.get(id) ?? Number.NEGATIVE_INFINITY
    const check = async () => {
      // A row that is settled begins another round; of many rows those come first that have waited longest.
      const due = ids.split(' ').filter((id) => performance.now() - lastOf(id) >= followEvery)
      try {
        for (const id of due.sort((a, b) => lastOf(a) - lastOf(b)).slice(0, mostFollowed)) {
          if (isOver) return
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

/** A check that failed, and why. */
export type FailedCheck = { intent: Intent; error: ProblemError }

/** Failures after which further checks would fail too. */
const isLasting = ({ problem: { status } }: ProblemError) => status === 401 || status === 403 || status === 429

type CheckAllProps = {
  environment: Environment
  intents: readonly Intent[]
  /** "orders" */
  plural: string
  onFailed: (failed: FailedCheck | undefined) => void
}

/** An icon on a phone, as wide while checks run. */
const narrowClass = 'max-sm:w-11 max-sm:flex-col max-sm:justify-center max-sm:gap-0 max-sm:px-0'

/** Checks every open record of a page, one after another, until it is cancelled. */
export function CheckAll({ environment, intents, plural, onFailed }: CheckAllProps) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; all: number }>()
  const run = useRef<AbortController>(undefined)
  useEffect(() => () => run.current?.abort(), [])
  const open = intents.filter(({ is_open }) => is_open)

  async function checkAll() {
    const controller = new AbortController()
    run.current = controller
    let failed: FailedCheck | undefined
    let done = 0
    for (const intent of open) {
      setProgress({ done, all: open.length })
      try {
        updateIntentCache(client, await resolveOutcome(environment, intent.id))
      } catch (thrown) {
        const error = asProblem(thrown as Error)
        if (error) failed ??= { intent, error }
        if (error && isLasting(error)) break
      }
      // A check that is under way cannot be taken back.
      if (controller.signal.aborted) break
      done += 1
    }
    setProgress(undefined)
    announce(`Checked ${done} of ${open.length}`)
    onFailed(failed)
  }

  if (progress) {
    return (
      <span className="flex items-center gap-2 sm:order-first">
        <span role="status" className="text-sm text-ink-2 max-sm:sr-only">
          Checking {progress.done + 1} of {progress.all}
        </span>
        <Button className={narrowClass} onClick={() => run.current?.abort()}>
          <X className="sm:hidden" />
          <span className="max-sm:sr-only">Cancel</span>
          <span className="text-xs sm:hidden" aria-hidden>
            {progress.done + 1}/{progress.all}
          </span>
        </Button>
      </span>
    )
  }
  return (
    // Its place is kept, so that nothing moves when rows come.
    <Button
      className={`sm:order-first ${narrowClass} ${open.length === 0 ? 'invisible' : ''}`}
      onClick={() => void checkAll()}
    >
      <ListChecks className="sm:hidden" />
      <span className="max-sm:sr-only">
        Check status of all<span className="sr-only"> open {plural}</span>
      </span>
    </Button>
  )
}
