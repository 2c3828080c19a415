'use client'
/** What the small forms of the console's own writes share: sending, the buttons, and why it failed. */
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { Button } from '@/components/ui/button'
import { asProblem, RequestIdSentence } from '@/components/ui/problem'
import { writeErrorText } from '@/lib/browser/send-write'
import type { ProblemError } from '@/lib/provider/problem'

/** A write of the console's own. `start` does nothing while it runs. */
export function useWrite<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  // Fails while offline: a write that waited would be sent long after it was asked for.
  const { mutate, error, isPending, ...rest } = useMutation({ networkMode: 'always', ...options })
  const start = (input: Input) => {
    if (!isPending) mutate(input)
  }
  return { ...rest, start, isPending, problem: asProblem(error) }
}

/** Why a write failed, and the id to ask an administrator about; nothing without a problem. */
export const WriteError = ({ problem, className = '' }: { problem: ProblemError | undefined; className?: string }) =>
  problem && (
    <p role="alert" className={`text-bad ${className}`}>
      <ErrorText problem={problem} />
    </p>
  )

export const ErrorText = ({ problem }: { problem: ProblemError }) => (
  <>
    {writeErrorText(problem)}
    <RequestIdSentence error={problem} />
  </>
)

/** Ctrl+Enter, or ⌘ Enter, submits a form from wherever in it the focus is. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

type FormButtonsProps = {
  label: string
  /** In place of the label while it is sent. */
  pending: string
  isPending: boolean
  onCancel: () => void
  size?: 'small'
}

export const FormButtons = ({ label, pending, isPending, onCancel, size }: FormButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button
      type="submit"
      kind="primary"
      size={size}
      aria-busy={isPending || undefined}
      // A field that is left shows what it holds in another way, which moves the button away from the press.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isPending ? pending : label}
    </Button>
    <Button kind="plain" size={size} onClick={onCancel}>
      Cancel
    </Button>
  </div>
)
