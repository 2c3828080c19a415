'use client'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { callConsole } from '@/lib/browser/operation'
import { uuidPattern } from '@/lib/domain/values'
import { moneyRows } from '@/lib/features/money/operations'
import type { Environment } from '@/lib/provider/environments'

type JoinProps = { environment: Environment; id: string; onJoined: () => void }

/** Says that another transfer belongs to this movement, as a person knows; their name is recorded. */
export default function JoinForm({ environment, id, onJoined }: JoinProps) {
  const field = useId()
  const [other, setOther] = useState('')
  const [error, setError] = useState<string>()
  const { start, isPending, problem } = useWrite({
    mutationFn: (transfer: string) =>
      callConsole(environment, moneyRows.joinMovement, { values: { id }, body: { other: transfer } }),
    onSuccess: () => {
      announce('Transfer added')
      onJoined()
    },
  })
  // It is shown after the menu, which would have focused it.
  useEffect(() => document.getElementById(field)?.focus(), [field])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const transfer = other.trim()
    const wrong = uuidPattern.test(transfer)
      ? undefined
      : 'Enter the whole ID of a transfer, like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.'
    setError(wrong)
    if (wrong === undefined) start(transfer)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 p-2.5">
      <Field
        id={field}
        label="Add a transfer"
        hint="Its ID. Your name is recorded with it, because no record of the provider says so."
        value={other}
        error={error}
        className="font-mono"
        onChange={({ target }) => setOther(target.value)}
      />
      <WriteError problem={problem} />
      <div>
        <Button type="submit" aria-busy={isPending || undefined}>
          {isPending ? 'Adding…' : 'Add transfer'}
        </Button>
      </div>
    </form>
  )
}
