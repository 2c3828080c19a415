'use client'
import { useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import type { LookupRun, RunState } from './lookup-run'

const never = () => () => {}
const none = (): RunState | undefined => undefined

type ProgressProps = { step: { text: string; done?: number }; run?: LookupRun; onCancel: () => void }

/** How far the present step is. */
export function ReconcileProgress({ step, run, onCancel }: ProgressProps) {
  const state = useSyncExternalStore<RunState | undefined>(
    run?.subscribe ?? never,
    run?.state ?? none,
    run?.state ?? none,
  )
  const isAsking = state?.status === 'running'
  const total = state?.rows.length ?? 0
  const asked = total - (state?.counts.waiting ?? 0)
  const done = isAsking ? asked / Math.max(1, total) : step.done
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <progress className="h-1.5 w-60 max-w-full accent-env" max={1} value={done} aria-label={step.text} />
      <span role="status" className="text-sm text-ink-2">
        {step.text}
        {isAsking && `: ${asked.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} answered`}
      </span>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
