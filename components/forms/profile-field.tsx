'use client'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { readTransferPage } from '@/lib/api/reading'
import { type Answer, operation } from '@/lib/browser/operation'
import { useFormFacts, useNotes } from './form-state'
import { ProfileName } from './profile-name'

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
