'use client'

import { CircleDot, Clock, Search, Workflow, X } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import type { ListFilters } from '@/components/filters/description'
import { FilterBar } from '@/components/filters/filter-bar'
import NoRecords from '@/components/filters/no-records'
import { mayWrite } from '@/components/forms/not-for-role'
import { pushAddress, ShallowLink, useAddress } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { UpdatedAgo } from '@/components/ui/freshness'
import { EmptyState, Section } from '@/components/ui/section'
import type { Environment } from '@/lib/api/environments'
import { IntentQuery, intentStates, writeNames } from '@/lib/api/intents'
import { rowOf } from '@/lib/api/operations'
import { readQuery } from '@/lib/api/query-string'
import type { Role } from '@/lib/api/roles'
import type { TimeNames } from '@/lib/browser/list-filters'
import { apiPart, hrefOf, stepOf, withoutParts, withParts } from '@/lib/browser/list-url'
import { IntentRows, intentColumns } from './intent-list'
import { newForms, operationLabels, stateLabels } from './labels'
import { useIntents, useShownPage } from './queries'
import { UnknownOutcomes } from './unknown-outcomes'

// Few addresses are wrong.
const BadAddress = lazy(() => import('@/components/filters/bad-address'))

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
  const { query, errors } = useMemo(() => readQuery(IntentQuery, apiPart(params)), [params])
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
            <BadAddress {...filters} errors={errors} />
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

const asked: TimeNames = { names: ['created_at.gte', 'created_at.lt'], from: 'created_at.gte', to: 'created_at.lt' }

/** Every filter goes with every other: the list is Mintdesk's own. What exists only in the sandbox is offered only there. */
const filtersOf = (environment: Environment): ListFilters => ({
  many: 'entries',
  firstWords: 'Every order, fiat account, rule and deposit that is asked for here is listed, whatever came of it.',
  noneWords: 'Mintdesk has kept nothing that fits.',
  rules: { alone: [], free: ['states', 'operations'], times: [asked] },
  filters: [
    { kind: 'time', name: asked.from, word: 'Asked', icon: Clock, time: asked, isEndIncluded: false },
    {
      kind: 'choice',
      name: 'states',
      word: 'State',
      icon: CircleDot,
      groups: { '': intentStates.map((value) => ({ value, word: stateLabels[value] })) },
    },
    {
      kind: 'choice',
      name: 'operations',
      word: 'Operation',
      icon: Workflow,
      groups: {
        '': writeNames
          .filter((name) => environment === 'sandbox' || !rowOf(name).isSandboxOnly)
          .map((value) => ({ value, word: operationLabels[value].act })),
      },
    },
  ],
})

export const activityFilters: Record<Environment, ListFilters> = {
  sandbox: filtersOf('sandbox'),
  production: filtersOf('production'),
}

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
  if (asked && !stepOf(params).cursor) {
    return (
      <EmptyState
        title={`Nothing here fits "${asked}"`}
        acts={
          <ShallowLink className={buttonClass()} href={hrefOf(path, withoutParts(params, ['q']))} onMove={focusSearch}>
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
  if (stepOf(params).cursor || hasFilters(params)) return <NoRecords filters={filters} path={path} params={params} />
  return (
    <EmptyState
      title="Nothing was asked for yet"
      acts={forms.map(({ href, name }) => (
        <Link key={href} prefetch={false} className={buttonClass()} href={href}>
          {name}
        </Link>
      ))}
    >
      <p>{filters.firstWords}</p>
    </EmptyState>
  )
}

const hasFilters = (params: URLSearchParams) =>
  ['states', 'operations', 'created_at.gte', 'created_at.lt'].some((name) => params.has(name))

/** Brings the keyboard to the box, from what goes away with the search. */
export const focusSearch = () => document.querySelector<HTMLElement>('search input')?.focus()

/** Finds by a whole reference or id, or by part of a person's name; what it looks for is in the address. */
export function SearchBox({ path, params }: { path: string; params: URLSearchParams }) {
  const box = useRef<HTMLInputElement>(null)
  const inForce = params.get('q') ?? ''
  useEffect(() => {
    // Another address, by a link or by going back, is another text to begin with.
    if (box.current) box.current.value = inForce
  }, [inForce])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = box.current?.value.trim() ?? ''
    if (asked !== inForce) pushAddress(hrefOf(path, withParts(params, { q: asked ? [asked] : [] })))
  }
  return (
    <search className="max-sm:w-full print:hidden">
      <form
        action={path}
        onSubmit={submit}
        className="field-box flex h-[30px] w-[260px] items-center gap-2 rounded-2 border border-control bg-surface pr-1.5 pl-2 max-sm:h-11 max-sm:w-full max-sm:text-lg"
      >
        <Search className="text-ink-3" />
        <input
          ref={box}
          name="q"
          defaultValue={inForce}
          maxLength={255}
          autoComplete="off"
          enterKeyHint="search"
          aria-label="Search activity"
          placeholder="Reference, id or person"
          className="h-full min-w-0 flex-1 bg-transparent text-ink placeholder:text-ink-3"
        />
        {inForce && (
          <ShallowLink
            href={hrefOf(path, withoutParts(params, ['q']))}
            onMove={focusSearch}
            aria-label="Clear the search"
            className="inline-flex size-6 items-center justify-center rounded-1 text-ink-3 hover:bg-pressed hover:text-ink max-sm:size-10"
          >
            <X className="size-3.5" />
          </ShallowLink>
        )}
      </form>
    </search>
  )
}
