'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ComboboxField, SaveField, usePresetChanges } from '@/components/forms/fields'
import { useFormPage } from '@/components/forms/form-context'
import { textAt, useFormValue } from '@/components/forms/form-store'
import { linkButtonClass } from '@/components/ui/copy'
import { announce, useRestoredFocus } from '@/components/ui/focus'
import { readTransferPage } from '@/lib/api/provider/reading'
import { shorten } from '@/lib/browser/identifiers'
import { lastChoice } from '@/lib/browser/last-choices'
import { type Answer, operation } from '@/lib/browser/operation'
import { useProfileNames } from './profile-names'

/** How many of the newest transfers are searched for profiles. */
const recentTransfers = 100

/** The distinct profiles of a page of transfers, newest first. */
function profilesIn({ json }: Answer): string[] {
  const { items } = readTransferPage(json, { limit: recentTransfers, cursors: [] })
  return [...new Set(items.flatMap(({ known }) => known.profile_id ?? []))]
}

type ProfileFieldProps = { name: string; label: string; hint?: string; isOptional?: boolean }

/** A profile, by its name or from recent transfers; any other id can be typed or pasted. */
export function ProfileField({ name, label, hint, isOptional }: ProfileFieldProps) {
  const typed = useFormValue((values) => textAt(values, name).trim())
  const { environment, draftKey } = useFormPage()
  const { names } = useProfileNames(environment)
  const last = lastChoice('profile_id', draftKey)
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
  const isKnown = typed === '' || recent.isPending || ids.includes(typed)
  return (
    <div>
      <ComboboxField
        name={name}
        label={label}
        isOptional={isOptional}
        isMono
        hint={hint ?? (recent.isError ? "Recent profiles couldn't be loaded. Paste the profile ID." : undefined)}
        placeholder="Search by name, or paste a profile ID"
        options={options}
        meaning={
          typed !== '' && typed === last
            ? 'You last used this profile.'
            : isKnown
              ? undefined
              : 'Not a named or recent profile. It is sent as the profile ID.'
        }
      />
      {typed !== '' && <ProfileName key={typed} id={typed} saved={names[typed]} />}
    </div>
  )
}

/** Shows the profile's name, and names or renames it for everyone in the environment. */
function ProfileName({ id, saved }: { id: string; saved?: string }) {
  const { savePreset, deletePreset } = usePresetChanges('profile')
  const [isOpen, setOpen] = useState(false)
  const focus = useRestoredFocus<HTMLDivElement>(String(isOpen), 'button')

  async function save(name: string) {
    if (name === '' && !saved) return 'Enter a name.'
    const problem = await (name === '' ? deletePreset(id) : savePreset(id, name))
    if (problem) return problem
    announce(name === '' ? 'Name removed' : 'Name saved')
    setOpen(false)
  }

  if (isOpen) {
    return (
      <div {...focus} className="mt-3 border-l border-hairline-strong pl-4">
        <SaveField
          label="Name for this profile"
          hint={`Everyone in this environment sees it.${saved ? ' Clear it to remove the name.' : ''}`}
          action="Save name"
          defaultValue={saved}
          autoFocus
          onSave={save}
          onCancel={() => setOpen(false)}
        />
      </div>
    )
  }
  return (
    <div {...focus} className="mt-0.5 flex flex-wrap items-center gap-x-3 text-base">
      <button type="button" className={`${linkButtonClass} text-ink-2`} onClick={() => setOpen(true)}>
        {saved ? 'Rename' : 'Name this profile'}
      </button>
    </div>
  )
}
