'use client'
import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useMemo, useRef } from 'react'
import type { FilterProps } from '@/components/filters/description'
import { type ListFilters, namesOf } from '@/components/filters/description'
import { FilterBar } from '@/components/filters/filter-bar'
import FilterState from '@/components/filters/filter-states'
import { useFollowedRows } from '@/components/requests/follow'
import { responseText, stateStyle, stateStyles } from '@/components/requests/labels'
import { useUnknown } from '@/components/requests/unknown-count'
import { pushAddress, ShallowLink } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, PageHeader, Section } from '@/components/ui/section'
import { useDelayed } from '@/components/ui/time'
import { intentStates } from '@/lib/api/intents'
import { hrefOf, pagePosition, withoutParams, withParams } from '@/lib/browser/list-url'
import type { Environment } from '@/lib/provider/environments'
import type { TimeNames } from '@/lib/provider/list-rules'
import { formPath, isChange, mayWrite, type WriteName, writeNames, writeRowOf } from '@/lib/provider/operations'
import type { Role } from '@/lib/provider/roles'
import {
  AwaitedRows,
  commonColumns,
  type IntentColumn,
  IntentList,
  statusColumn,
  textColumn,
  useIntentList,
} from './intent-list'
import { UnknownOutcomes } from './unknown-outcomes'

// Few addresses are wrong, and few match nothing.

const requested: TimeNames = { names: ['created_at.gte', 'created_at.lt'], from: 'created_at.gte', to: 'created_at.lt' }

const existsIn = (environment: Environment) => (name: WriteName) =>
  environment === 'sandbox' || !writeRowOf(name).isSandboxOnly

/** Every filter can be combined with every other. */
const filtersOf = (environment: Environment): ListFilters => ({
  plural: 'requests',
  emptyText: 'Orders, fiat accounts, rules and test wires appear here with their outcomes.',
  rules: { alone: [], free: ['states', 'operations'], times: [requested] },
  filters: [
    { kind: 'time', name: requested.from, label: 'Requested', icon: 'created', time: requested, isEndInclusive: false },
    {
      kind: 'choice',
      name: 'states',
      label: 'State',
      icon: 'status',
      groups: { '': intentStates.map((value) => ({ value, label: stateStyles[value].label })) },
    },
    {
      kind: 'choice',
      name: 'operations',
      label: 'Operation',
      icon: 'operation',
      groups: {
        '': writeNames.filter(existsIn(environment)).map((value) => ({ value, label: writeRowOf(value).label })),
      },
    },
  ],
})

const columns: readonly IntentColumn[] = [
  commonColumns.requested,
  {
    key: 'operation',
    name: 'Operation',
    card: 'what',
    text: ({ operation }) => writeRowOf(operation).label,
    cell: ({ operation, person }) => (
      <>
        {writeRowOf(operation).label}
        <span className="sm:hidden"> · {person}</span>
      </>
    ),
  },
  commonColumns.summary,
  commonColumns.reference,
  commonColumns.person,
  statusColumn('state', 'State', stateStyle),
  textColumn('answer', 'Response', 66, responseText),
  commonColumns.id,
]

type ActivityPageProps = { environment: Environment; person: string; roles: readonly Role[] }

/** Every request of an environment, unknown outcomes first. */
export function ActivityPage({ environment, person, roles }: ActivityPageProps) {
  const list = useIntentList(environment)
  useFollowedRows(environment, list.rows)
  const { path, params, refused } = list
  const filters = { filters: useMemo(() => filtersOf(environment), [environment]), path, params }
  // Unknown outcomes that came later would push the list down.
  const { isLoading } = useUnknown(environment)
  const isLate = useDelayed(isLoading, 2_000)
  const isHidden = isLoading && !isLate
  return (
    <>
      <PageHeader title="Activity">
        <UpdatedAgo at={list.at} isReading={list.isFetching} onRefresh={list.again} />
      </PageHeader>
      <UnknownOutcomes environment={environment} person={person} roles={roles} />
      {isHidden && <AwaitedRows />}
      {/* On a phone its rows start near the top, unless unknown outcomes come first. */}
      <Section
        title="All activity"
        className={`max-sm:first-of-type:mt-0 max-sm:first-of-type:[&>header]:sr-only ${isHidden ? 'invisible' : ''}`}
      >
        <div className="flex flex-wrap items-start gap-2 pb-1 max-sm:in-[section:not(:first-of-type)]:pt-2 sm:pt-2.5">
          <div className="min-w-0 sm:grow sm:basis-0">
            <FilterBar {...filters} />
          </div>
          <SearchBox path={path} params={params} />
        </div>
        {refused ? (
          <FilterState {...filters} refused={refused} />
        ) : (
          <IntentList
            name="All activity"
            list={list}
            columns={columns}
            marksAfter="state"
            empty={<NoIntents {...filters} environment={environment} roles={roles} />}
          />
        )}
      </Section>
    </>
  )
}

type NoIntentsProps = Omit<ActivityPageProps, 'person'> & FilterProps

/** A list without rows: nothing was requested yet, nothing matches, or the last page was passed. */
function NoIntents({ environment, roles, ...list }: NoIntentsProps) {
  const { filters, path, params } = list
  const text = params.get('q')
  const isLaterPage = pagePosition(params).cursor !== undefined
  const hasFilters = filters.filters.flatMap(namesOf).some((name) => params.has(name))
  if (text && !isLaterPage) {
    const clear = (
      <ShallowLink className={buttonClass()} href={hrefOf(path, withoutParams(params, ['q']))} onMove={focusSearch}>
        Clear the search
      </ShallowLink>
    )
    return (
      <EmptyState title={`No requests match "${text}"`} actions={clear}>
        <p>
          References and IDs must be complete; part of a person's name is enough.
          {hasFilters && ' The filters above apply too.'}
        </p>
      </EmptyState>
    )
  }
  if (isLaterPage || hasFilters) return <FilterState {...list} />
  const forms = writeNames.filter(existsIn(environment)).filter((name) => !isChange(name) && mayWrite(name, roles))
  const actions = forms.map((operation) => (
    <ButtonLink key={operation} href={`/${environment}/${formPath(operation)}`}>
      New {writeRowOf(operation).noun}
    </ButtonLink>
  ))
  return (
    <EmptyState title="No requests yet" actions={actions}>
      <p>{filters.emptyText}</p>
    </EmptyState>
  )
}

const focusSearch = () => document.querySelector<HTMLElement>('search input')?.focus()

/** Finds by a whole reference or id, or by part of a person's name. */
function SearchBox({ path, params }: { path: string; params: URLSearchParams }) {
  const box = useRef<HTMLInputElement>(null)
  const current = params.get('q') ?? ''
  const shown = useRef(current)
  useEffect(() => {
    // The address also changes by a link or the back button. Text typed before hydration stays.
    if (box.current && shown.current !== current) box.current.value = current
    shown.current = current
  }, [current])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = box.current?.value.trim() ?? ''
    if (text !== current) pushAddress(hrefOf(path, withParams(params, { q: text ? [text] : [] })))
  }
  return (
    <search className="min-w-32 flex-1 sm:flex-none print:hidden">
      <form
        action={path}
        onSubmit={submit}
        className="flex h-11 w-full items-center gap-2 rounded-2 border border-control bg-surface pr-1.5 pl-2 text-lg focus-within:-outline-offset-1 focus-within:outline-(length:--focus-width) focus-within:outline-focus sm:h-[30px] sm:w-[260px] sm:text-base [&_input]:outline-none"
      >
        <Search className="text-ink-3" />
        <input
          ref={box}
          name="q"
          defaultValue={current}
          maxLength={255}
          autoComplete="off"
          enterKeyHint="search"
          aria-label="Search activity"
          placeholder="Reference, ID or name"
          className="h-full min-w-0 flex-1 bg-transparent text-ink placeholder:text-ink-3 max-sm:placeholder:text-base"
        />
        {current && (
          <ShallowLink
            href={hrefOf(path, withoutParams(params, ['q']))}
            onMove={focusSearch}
            aria-label="Clear the search"
            className="inline-flex size-11 items-center justify-center rounded-1 text-ink-3 hover:bg-pressed hover:text-ink sm:size-6"
          >
            <X className="size-3.5" />
          </ShallowLink>
        )}
      </form>
    </search>
  )
}
