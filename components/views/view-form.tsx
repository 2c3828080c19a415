'use client'
import { type FormEvent, useId, useState } from 'react'
import { FormButtons } from '@/components/forms/small-form'
import { Checkbox, Field } from '@/components/ui/field'
import { maximumViewName, type SavedView } from '@/lib/features/views/interface'
import type { ProblemError } from '@/lib/provider/problem'

type FormProps = {
  title: string
  /** The view that is renamed; without it a new one is saved, which can be shared. */
  initial?: SavedView
  mayShare: boolean
  isSending: boolean
  problem: ProblemError | undefined
  onCancel: () => void
  onSave: (name: string, isShared: boolean) => void
}

/** The name of a view, and who sees it. */
export function ViewForm({ title, initial, mayShare, isSending, problem, onCancel, onSave }: FormProps) {
  const id = useId()
  const [name, setName] = useState(initial?.name ?? '')
  const [isShared, setShared] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const ofName = problem?.problem.errors?.find(({ field }) => field === 'name')?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(name.trim() === '')
    if (name.trim() === '') return document.getElementById(id)?.focus()
    onSave(name.trim(), isShared)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 p-2">
      <h2>{title}</h2>
      <Field
        id={id}
        label="Name"
        value={name}
        maxLength={maximumViewName}
        autoComplete="off"
        autoFocus
        error={isEmpty && name.trim() === '' ? 'Enter a name, like Payroll withdrawals.' : ofName}
        onChange={({ target }) => setName(target.value)}
      />
      {!initial && (
        <>
          {mayShare && (
            <label htmlFor={`${id}shared`} className="flex min-h-11 items-center gap-2 sm:min-h-6">
              <Checkbox id={`${id}shared`} checked={isShared} onChange={({ target }) => setShared(target.checked)} />
              Share with everyone who can read this list
            </label>
          )}
          <p className="text-sm text-ink-3">
            Keeps filters, order and columns. Dates like “last 7 days” stay relative.
          </p>
        </>
      )}
      {problem && !ofName && (
        <p role="alert" className="text-bad">
          {problem.problem.title} {problem.problem.detail}
        </p>
      )}
      <FormButtons label="Save" pending="Saving…" isPending={isSending} onCancel={onCancel} size="small" />
    </form>
  )
}
