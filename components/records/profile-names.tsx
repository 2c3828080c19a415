'use client'
/** Names that people gave to profiles; the provider has none. */
import { useQuery } from '@tanstack/react-query'
import type { Column } from '@/components/list/column'
import { ShortId } from '@/components/ui/copy'
import type { Preset } from '@/lib/api/intents'
import { shorten } from '@/lib/browser/identifiers'
import { presetsQuery } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'

export type ProfileNames = Readonly<Record<string, string>>

const noNames: ProfileNames = {}
const namesIn = (presets: readonly Preset[]): ProfileNames =>
  presets.length === 0 ? noNames : Object.fromEntries(presets.map(({ key, value }) => [key, value]))

/** Names given to profiles in this environment, by id; empty while loading or after an error. */
export function useProfileNames(environment: Environment): { names: ProfileNames; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    ...presetsQuery(environment, 'profile'),
    staleTime: 60_000,
    retry: false,
    select: namesIn,
  })
  return { names: data ?? noNames, isLoading }
}

const nameIn = (names: ProfileNames, id: string) => (Object.hasOwn(names, id) ? names[id] : undefined)

/** A profile by its name, else by its id; '' without an id. */
export function profileLabel(id: string, names: ProfileNames): string {
  const known = id.trim()
  return nameIn(names, known) || (known && `profile ${shorten(known, 8)}`)
}

/** A profile by its name, if it has one, and its id to copy. */
export function NamedProfile({ environment, id }: { environment: Environment; id: string }) {
  const name = nameIn(useProfileNames(environment).names, id)
  return (
    <>
      {name && <span>{name} </span>}
      <ShortId id={id} what="profile ID" />
    </>
  )
}

/** A column of profiles by their names, or by their shortened ids. */
export function profileColumn<Row>(
  names: ProfileNames,
  read: (row: Row) => string | undefined,
  head: number,
): Column<Row> {
  const nameOf = (id: string) => nameIn(names, id)
  return {
    key: 'profile',
    name: 'Profile',
    face: (row) => (nameOf(read(row) ?? '') ? 'text' : 'mono'),
    text: (row) => {
      const id = read(row)
      return id && (nameOf(id) ?? shorten(id, head))
    },
    cell: (row) => {
      const id = read(row)
      const name = id && nameOf(id)
      return name ? <span title={id}>{name}</span> : id && <ShortId id={id} head={head} />
    },
  }
}
