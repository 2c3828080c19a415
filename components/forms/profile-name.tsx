'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { linkButtonClass } from '@/components/ui/copy'
import { Field } from '@/components/ui/field'
import { announce, useKeptFocus } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import { deletePreset, presetsQuery, savePreset, writeErrorText } from '@/lib/browser/intents'
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
          ? await deletePreset(environment, 'profile', id)
          : await savePreset(environment, 'profile', { key: id, value: word })
      queries.setQueryData(presetsQuery(environment, 'profile').queryKey, entries)
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
          className={`${linkButtonClass} text-ink-2`}
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
