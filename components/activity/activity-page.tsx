'use client'
import Link from 'next/link'
import { lazy, Suspense, useMemo } from 'react'
import { FilterBar } from '@/components/filters/filter-bar'
import { mayWrite } from '@/components/forms/role-required'
import { useAddress } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { UpdatedAgo } from '@/components/ui/freshness'
import { Section } from '@/components/ui/section'
import type { Environment } from '@/lib/api/environments'
import { IntentQuery } from '@/lib/api/intents'
import { readQuery } from '@/lib/api/query-string'
import type { Role } from '@/lib/api/roles'
import { apiParams } from '@/lib/browser/list-url'
import { activityFilters } from './activity-filters'
import { intentColumns } from './intent-columns'
import { IntentRows } from './intent-rows'
import { newForms } from './labels'
import { NoIntents } from './no-intents'
import { useIntents } from './reads'
import { SearchBox } from './search-box'
import { useShownPage } from './shown-page'
import { UnknownOutcomes } from './unknown-outcomes'

// Few addresses are wrong.
const InvalidFilters = lazy(() =>
  import('@/components/filters/filter-states').then((states) => ({ default: states.InvalidFilters })),
)

/** The lists of what was made here, below the environment. */
const madeLists = [
  { segment: 'orders', name: 'Orders' },
  { segment: 'fiat-accounts', name: 'Fiat accounts' },
  { segment: 'rules', name: 'Rules' },
]

const firstForms = [
  { operation: 'createOrder', name: 'New order' },
  { operation: 'createRule', name: 'New rule' },
] as const

type ActivityPageProps = {
  environment: Environment
  /** Whose notes these are, and what they may do. */
  person: string
  roles: readonly Role[]
}

/** Everything that Mintdesk was asked to send: what is not known first, then all of it. Its whole state is in the address. */
export function ActivityPage({ environment, person, roles }: ActivityPageProps) {
  const { path, search } = useAddress()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const { query, errors } = useMemo(() => readQuery(IntentQuery, apiParams(params)), [params])
  const list = useIntents(environment, query)
  const shown = useShownPage(list, params, query?.limit)
  const root = `/${environment}`
  const forms = firstForms
    .filter(({ operation }) => mayWrite(operation, roles))
    .map(({ operation, name }) => ({ href: `${root}/${newForms[operation]}`, name }))
  const filters = { filters: activityFilters[environment], path, params }
  return (
    <>
      <div className="mb-4 flex items-start gap-4 max-sm:mb-3 max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-2">
        <div>
          <h1 tabIndex={-1}>Activity</h1>
          <p className="text-sm text-ink-3">Every request recorded in Mintdesk: who, what and the outcome</p>
        </div>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-sm:ml-0 max-sm:w-full max-sm:justify-start">
          <nav aria-label="Made here" className="flex flex-wrap max-sm:-ml-2 max-sm:basis-full">
            {madeLists.map(({ segment, name }) => (
              <Link key={segment} prefetch={false} className={buttonClass('plain')} href={`${root}/${segment}`}>
                {name}
              </Link>
            ))}
          </nav>
          <UpdatedAgo at={shown.at} isReading={list.isFetching} onRefresh={list.again} />
        </div>
      </div>
      <UnknownOutcomes environment={environment} person={person} roles={roles} path={path} />
      <Section title="All activity" more="newest first">
        <div className="flex flex-wrap items-start gap-2 pt-2.5 pb-1">
          <div className="min-w-0 flex-1 max-sm:basis-full">
            <FilterBar {...filters} />
          </div>
          <SearchBox path={path} params={params} />
        </div>
        {errors ? (
          <Suspense>
            <InvalidFilters {...filters} errors={errors} />
          </Suspense>
        ) : (
          <IntentRows
            environment={environment}
            name="All activity"
            list={list}
            shown={shown}
            columns={intentColumns}
            path={path}
            params={params}
            limit={query.limit}
            empty={<NoIntents {...filters} forms={forms} />}
          />
        )}
      </Section>
    </>
  )
}
