'use client'
import Link from 'next/link'
import type { ListFilters } from '@/components/filters/description'
import { NoMatches } from '@/components/filters/filter-states'
import { ShallowLink } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/section'
import { hrefOf, pagePosition, withoutParams } from '@/lib/browser/list-url'
import { focusSearch } from './search-box'

type NoIntentsProps = {
  filters: ListFilters
  path: string
  params: URLSearchParams
  /** Forms that this person may fill in: their addresses and names. */
  forms: readonly { href: string; name: string }[]
}

/** A list without rows: nothing was ever asked for, nothing fits, or the walk has come to its end. */
export function NoIntents({ filters, path, params, forms }: NoIntentsProps) {
  const asked = params.get('q')
  if (asked && !pagePosition(params).cursor) {
    return (
      <EmptyState
        title={`Nothing here fits "${asked}"`}
        acts={
          <ShallowLink className={buttonClass()} href={hrefOf(path, withoutParams(params, ['q']))} onMove={focusSearch}>
            Clear the search
          </ShallowLink>
        }
      >
        <p>
          References and ids are looked for whole, people by part of their name
          {hasFilters(params) && ', within the filters above'}.
        </p>
      </EmptyState>
    )
  }
  if (pagePosition(params).cursor || hasFilters(params))
    return <NoMatches filters={filters} path={path} params={params} />
  return (
    <EmptyState
      title="Nothing was asked for yet"
      acts={forms.map(({ href, name }) => (
        <Link key={href} prefetch={false} className={buttonClass()} href={href}>
          {name}
        </Link>
      ))}
    >
      <p>{filters.emptyText}</p>
    </EmptyState>
  )
}

const hasFilters = (params: URLSearchParams) =>
  ['states', 'operations', 'created_at.gte', 'created_at.lt'].some((name) => params.has(name))
