'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { announce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import { plainAct } from '@/components/ui/copy-act'
import { Field } from '@/components/ui/field'
import { useKeptFocus } from '@/components/ui/kept-focus'
import { asProblem } from '@/components/ui/problem'
import { bookRead, dropBookEntry, keepBookEntry, writeErrorText } from '@/lib/browser/intents'
import { useFormFacts } from './form-state'

type ProfileNameProps = { id: string; known?: string }

/** The name of a profile, and the way to give it one: everybody in this environment sees it. */
export function ProfileName({ id, known }: ProfileNameProps) {
  const { environment } = useFormFacts()
  const queries = useQueryClient()
  const field = useId()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const focus = useKeptFocus<HTMLDivElement>(String(isOpen), 'button')

  async function save() {
    const word = name.trim()
    if (isBusy) return
    if (word === '' && !known) return setError('Enter a name.')
    setBusy(true)
    setError(undefined)
    try {
      const entries =
        word === ''
          ? await dropBookEntry(environment, 'profile', id)
          : await keepBookEntry(environment, 'profile', { key: id, value: word })
      queries.setQueryData(bookRead(environment, 'profile').queryKey, entries)
      announce(word === '' ? 'Name removed' : 'Name kept')
      setOpen(false)
    } catch (thrown) {
      const problem = asProblem(thrown instanceof Error ? thrown : new Error(String(thrown)))
      setError(problem && writeErrorText(problem))
    } finally {
      setBusy(false)
    }
  }

  if (!isOpen) {
    return (
      <div {...focus} className="mt-0.5 flex flex-wrap items-center gap-x-3 text-base">
        {known && <span>{known}</span>}
        <button
          type="button"
          className={`${plainAct} text-ink-2`}
          onClick={() => {
            setName(known ?? '')
            setOpen(true)
          }}
        >
          {known ? 'Rename' : 'Name this profile'}
        </button>
      </div>
    )
  }
  return (
    <div {...focus} className="mt-3 border-l border-hairline-strong pl-4">
      <Field
        id={field}
        label="Name for this profile"
        hint={known ? 'Everybody here sees it. Left empty, the name is removed.' : 'Everybody here sees it.'}
        error={error}
        value={name}
        autoComplete="off"
        autoFocus
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
          if (event.key !== 'Enter') return
          // It stands inside the form, which Enter would send.
          event.preventDefault()
          void save()
        }}
      />
      <p className="mt-2 flex gap-2">
        <Button aria-busy={isBusy || undefined} onClick={save}>
          Keep name
        </Button>
        <Button kind="plain" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </p>
    </div>
  )
}
