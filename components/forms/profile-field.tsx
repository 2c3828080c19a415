'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { linkButtonClass } from '@/components/ui/copy'
import { Field } from '@/components/ui/field'
import { announce, useKeptFocus } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import { readTransferPage } from '@/lib/api/reading'
import { deletePreset, presetsQuery, savePreset, writeErrorText } from '@/lib/browser/intents'
import { type Answer, operation } from '@/lib/browser/operation'
import { useFormFacts, useNotes } from './form-context'

/** Transfers in which profiles are looked for: the newest page. */
const looked = 100

/** Profiles of a page of transfers, each once, newest first. */
function profilesSeen({ json }: Answer): string[] {
  const { items } = readTransferPage(json, { limit: looked, cursors: [] })
  return [...new Set(items.flatMap(({ known }) => known.profile_id ?? []))]
}

type ProfileFieldProps = { name: string; label: string; hint?: string; isOptional?: boolean }

/**
 * A profile by its id: free text, with the named ones and those seen in the newest transfers to choose from. A name that is
 * typed becomes its id.
 */
export function ProfileField({ name, label, hint, isOptional }: ProfileFieldProps) {
  const { register, getValues, setValue } = useFormContext<Record<string, string>>()
  const typed = (useWatch<Record<string, string>>({ name }) ?? '').trim()
  const { environment, profileNames } = useFormFacts()
  const list = useId()
  const seen = useQuery({
    ...operation(environment, 'listTransfers', { query: { limit: looked } }),
    select: profilesSeen,
    staleTime: 300_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const named = Object.entries(profileNames)
  const others = (seen.data ?? []).filter((id) => !profileNames[id])
  const { onBlur, ...field } = register(name)
  const showMeant = () => {
    const word = (getValues(name) ?? '').trim().toLowerCase()
    const [meant, ...more] = named.filter(([, one]) => one.toLowerCase() === word)
    // Of two with one name nobody knows which is meant.
    if (meant && more.length === 0) setValue(name, meant[0], { shouldDirty: true })
  }
  return (
    <div>
      <Field
        id={name}
        label={label}
        isOptional={isOptional}
        hint={hint ?? (seen.isError ? 'Profiles seen lately could not be read. Paste the id.' : undefined)}
        list={list}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...useNotes(name)}
        {...field}
        onBlur={(event) => {
          showMeant()
          return onBlur(event)
        }}
        // Enter sends the form from within the field.
        onKeyDown={({ key }) => key === 'Enter' && showMeant()}
      />
      <datalist id={list}>
        {named.map(([id, word]) => (
          <option key={id} value={id} label={word} />
        ))}
        {others.map((id) => (
          <option key={id} value={id} label="Seen in the newest transfers" />
        ))}
      </datalist>
      {typed !== '' && <ProfileName key={typed} id={typed} known={profileNames[typed]} />}
    </div>
  )
}

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
