'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ComboboxField } from '@/components/forms/fields'
import { useFormPage } from '@/components/forms/form-context'
import { textAt, useFormValue } from '@/components/forms/form-store'
import { linkButtonClass } from '@/components/ui/copy'
import { lazyPart } from '@/components/ui/lazy-part'
import { shorten } from '@/lib/browser/identifiers'
import { type Answer, operation } from '@/lib/browser/operation'
import { lastChoice } from '@/lib/browser/stored-text'
import type { Environment } from '@/lib/provider/environments'
import { readTransferPage } from '@/lib/provider/reading'
import { useProfileNames } from './profile-names'

const NameDialog = lazyPart('The name', () => import('@/components/forms/name-dialog'))

/** How many of the newest transfers are searched for profiles. */
const recentTransfers = 100

/** The distinct profiles of a page of transfers, newest first. */
function profilesIn({ json }: Answer): string[] {
  const { items } = readTransferPage(json, { limit: recentTransfers, cursors: [] })
  return [...new Set(items.flatMap(({ known }) => known.profile_id ?? []))]
}

/** Profiles to choose from: the last used one, those with names, and those of recent transfers. */
export const useProfileOptions = () => useOfferedProfiles(useFormPage().draftKey)

/** The same before the form opens. */
export function useOfferedProfiles(owner: { person: string; environment: Environment }) {
  const { environment } = owner
  const { names } = useProfileNames(environment)
  const last = lastChoice('profile_id', owner)
  const recent = useQuery({
    ...operation(environment, 'listTransfers', { query: { limit: recentTransfers } }),
    select: profilesIn,
    staleTime: 300_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const ids = [...new Set([last, ...Object.keys(names), ...(recent.data ?? [])])].filter(Boolean)
  const options = ids.map((value) => ({
    value,
    ...(names[value] ? { label: names[value], code: shorten(value, 8) } : { label: value }),
    note: value === last ? 'Last used' : names[value] ? undefined : 'Recent',
  }))
  return { options, names, isPending: recent.isPending, isLoading: recent.isLoading, isError: recent.isError }
}

type ProfileFieldProps = { name: string; label: string; hint?: string; isOptional?: boolean }

/** A profile, by its name or from recent transfers; any other id can be typed or pasted. */
export function ProfileField({ name, label, hint, isOptional }: ProfileFieldProps) {
  const typed = useFormValue((values) => textAt(values, name).trim())
  const { options, names, isPending, isError } = useProfileOptions()
  const isKnown = typed === '' || isPending || options.some(({ value }) => value === typed)
  return (
    <div className="relative">
      {typed !== '' && <ProfileName key={typed} id={typed} saved={names[typed]} />}
      <ComboboxField
        name={name}
        label={label}
        isOptional={isOptional}
        isMono
        hint={hint ?? (isError ? "Recent profiles couldn't be loaded. Paste the profile ID." : undefined)}
        placeholder="Search by name, or paste a profile ID"
        options={options}
        meaning={isKnown ? undefined : 'Not a named or recent profile. It is sent as the profile ID.'}
      />
    </div>
  )
}

/** Names or renames a profile, beside the field's label. */
function ProfileName({ id, saved }: { id: string; saved?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${linkButtonClass} absolute -top-3 right-0 text-base sm:top-0 text-ink-2`}
        onClick={() => setOpen(true)}
      >
        {saved ? 'Rename' : 'Name this profile'}
      </button>
      {isOpen && <NameDialog kind="profile" id={id} saved={saved} onClosed={() => setOpen(false)} />}
    </>
  )
}
