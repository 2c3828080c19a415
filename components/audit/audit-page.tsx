'use client'
import { Download, Shield, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { type ListFilters, refusedQuery } from '@/components/filters/description'
import { FilterBar } from '@/components/filters/filter-bar'
import FilterState from '@/components/filters/filter-states'
import type { Column } from '@/components/list/column'
import { OwnRows } from '@/components/list/own-rows'
import { useListAddress } from '@/components/list/row-tools'
import { usePolledQuery } from '@/components/requests/queries'
import { SettingsFrame } from '@/components/settings/settings-frame'
import { Link } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { ReadNotices } from '@/components/ui/problem'
import { Time, useDelayed } from '@/components/ui/time'
import { type AuditCheck, type AuditLine, type AuditPage as Page, readAct, requestPrefix } from '@/lib/api/audit'
import { ownPath } from '@/lib/api/own-row'
import { timeBy } from '@/lib/browser/clocks'
import { countText } from '@/lib/browser/labels'
import { askedOf, hrefOf, placeOf } from '@/lib/browser/list-url'
import { callConsole } from '@/lib/browser/operation'
import { uncheckedQuery } from '@/lib/domain/query-string'
import type { AuditQuery } from '@/lib/features/audit/input'
import { auditRows } from '@/lib/features/audit/operations'
import { actText, changeText, objectText, ownLabels, requestLabels } from '@/lib/features/audit-texts'
import { type Environment, isEnvironment } from '@/lib/provider/environments'
import type { TimeNames } from '@/lib/provider/list-rules'
import { nextCursor } from '@/lib/provider/reading'
import type { Role } from '@/lib/provider/roles'

/** A page of the audit log; `isBackground` if no person requested it. */
export const auditQuery = (environment: Environment, query: AuditQuery, isBackground = false) => ({
  queryKey: [environment, 'audit', query] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, auditRows.listAudit, { query }, { signal, isBackground })).body,
})

/** Where the lines that a list shows are a file, on all of its pages. */
export function auditFileHref(environment: Environment, params: URLSearchParams, format: 'csv' | 'ndjson'): string {
  const query = new URLSearchParams(params)
  for (const name of ['limit', 'page_cursor']) query.delete(name)
  query.set('format', format)
  return ownPath(environment, auditRows.getAuditFile, {}, query.toString())
}

const choices = (names: readonly string[], labels: Page['labels']) =>
  names.map((value) => ({ value, label: actText({ act: value, outcome: 'done' }, labels) }))

/** Acts to choose from, by what they are about. */
function actGroups(labels: Page['labels']) {
  return {
    Access: choices(Object.keys(ownLabels), labels),
    Requests: choices(
      Object.keys(requestLabels).map((kind) => requestPrefix + kind),
      labels,
    ),
    Mintdesk: choices(Object.keys(labels), labels),
  }
}

const personText = ({ name, subject }: AuditLine) => name || subject || 'Not signed in'

/** Pages of what a line is about, by its kind; `{id}` is its id. */
const pages: Readonly<Record<string, string>> = {
  intents: 'activity/{id}',
  movements: 'money/{id}',
  webhooks: 'webhooks/{id}',
  policies: 'settings/policies',
  exports: 'exports',
}

function objectHref(current: Environment, { environment, object_kind, object_id }: AuditLine) {
  const page = pages[object_kind]
  // A digest stands for what a request said and may be an account number.
  if (page === undefined || object_id === '' || object_id.startsWith('digest:')) return undefined
  const place = isEnvironment(environment) ? environment : current
  return `/${place}/${page.replace('{id}', encodeURIComponent(object_id))}`
}

const time: TimeNames = { names: ['at.gte', 'at.lt'], from: 'at.gte', to: 'at.lt' }

/** Every filter can be combined with every other. */
const filtersOf = ({ people, labels }: Pick<Page, 'people' | 'labels'>): ListFilters => ({
  plural: 'entries',
  emptyText: 'What people and Mintdesk do appears here.',
  rules: { alone: [], free: ['people', 'acts', 'object'], times: [time] },
  filters: [
    { kind: 'time', name: time.from, label: 'When', icon: 'created', time, isEndInclusive: false },
    {
      kind: 'choice',
      name: 'people',
      label: 'Person',
      icon: 'identity',
      groups: {
        '': [
          ...people.map(({ subject, name }) => ({ value: subject, label: name })),
          { value: 'mintdesk', label: 'Mintdesk' },
        ],
      },
    },
    { kind: 'choice', name: 'acts', label: 'Action', icon: 'operation', groups: actGroups(labels) },
    {
      kind: 'ids',
      name: 'object',
      label: 'On',
      icon: 'reference',
      idKind: 'text',
      maximum: 1,
      singular: 'ID',
      plural: 'IDs',
    },
  ],
})

const text = (
  key: string,
  name: string,
  read: (line: AuditLine) => string,
  more: Partial<Column<AuditLine>> = {},
): Column<AuditLine> => ({ key, name, text: read, ...more })

const columnsOf = (labels: Page['labels']): readonly Column<AuditLine>[] => [
  { key: 'at', name: 'Time', card: 'when', time: ({ at }) => at, clock: 'console' },
  text('person', 'Person', personText, {
    card: 'what',
    cell: (line) => (
      <>
        {personText(line)}
        {objectText(line) && <span className="sm:hidden"> · {objectText(line)}</span>}
      </>
    ),
  }),
  text('act', 'Action', (line) => actText(line, labels), { card: 'main', isKept: true }),
  text('object', 'On', objectText, { isKept: true }),
  text('change', 'Change', (line) => changeText(line, labels)),
  text('address', 'From', ({ address }) => address),
  text('entry', 'Entry', ({ seq }) => seq.toLocaleString('en-US'), { card: 'state', isKept: true }),
]

const nothing: Pick<Page, 'people' | 'labels'> = { people: [], labels: {} }

const idOf = ({ seq }: AuditLine) => String(seq)
const whatOf = (line: AuditLine) => `entry ${line.seq}, ${objectText(line)}`

/** Who did what: the newest first, and read again while the page is open. */
export function AuditPage({ environment, roles }: { environment: Environment; roles: readonly Role[] }) {
  const { path, params } = useListAddress()
  const query: AuditQuery = useMemo(() => uncheckedQuery(askedOf(params), ['people', 'acts']), [params])
  const list = usePolledQuery(
    (isBackground) => auditQuery(environment, query, isBackground),
    () => (query.page_cursor === undefined ? 5_000 : 60_000),
  )
  const { data, isPlaceholderData, isPaused, problem, dataUpdatedAt, errorUpdatedAt, again } = list
  const isCurrent = data !== undefined && !isPlaceholderData
  const isWaiting = !problem && !isCurrent
  const isLate = useDelayed(isWaiting && !isPaused)
  const { people, labels } = data ?? nothing
  const filters = { filters: useMemo(() => filtersOf({ people, labels }), [people, labels]), path, params }
  const columns = useMemo(() => columnsOf(labels), [labels])
  const refused = refusedQuery(problem)
  const rows = isPlaceholderData && isLate ? undefined : data?.lines
  const hasRows = rows !== undefined && rows.length > 0
  const next = isCurrent ? nextCursor(data.lines.length, data.next_page_cursor, placeOf(params, query)) : undefined
  const download = (format: 'csv' | 'ndjson', label: string) => (
    <a className={buttonClass()} href={auditFileHref(environment, askedOf(params), format)} download>
      <Download />
      {label}
    </a>
  )
  const actions = (
    <>
      {download('csv', 'Export CSV')}
      {download('ndjson', 'NDJSON')}
    </>
  )
  return (
    <SettingsFrame environment={environment} roles={roles} actions={actions}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2">
        <div className="min-w-0 grow basis-0">
          <FilterBar {...filters} />
        </div>
        {data && <CheckLine {...data.check} />}
      </div>
      {refused ? (
        <FilterState {...filters} refused={refused} />
      ) : (
        <div className="list mb-0 flex min-h-0 flex-col print:block sm:[&>.records-region]:basis-[min(var(--content-height),max(20rem,100dvh-260px))]">
          <ReadNotices
            what="The audit log"
            at={isCurrent ? dataUpdatedAt : undefined}
            problem={problem}
            problemAt={errorUpdatedAt}
            onRetry={again}
          />
          {isCurrent && !hasRows && <FilterState {...filters} />}
          {isCurrent && !hasRows && data.reads !== undefined && data.reads > 0 && (
            <p className="pt-3 text-ink-2">
              <Footnote path={path} params={params} reads={data.reads} />
            </p>
          )}
          <OwnRows
            path={path}
            params={params}
            rows={rows}
            columns={columns}
            next={next}
            isCurrent={isCurrent}
            isWaiting={isWaiting}
            isLate={isLate}
            name="Audit log"
            idOf={idOf}
            hrefOf={(line) => objectHref(environment, line)}
            whatOf={whatOf}
            now={timeBy('console', dataUpdatedAt)}
            sorted={{ key: 'at', direction: 'descending' }}
            limit={query.limit}
            footnote={<Footnote path={path} params={params} reads={data?.reads} />}
          />
        </div>
      )}
    </SettingsFrame>
  )
}

type FootnoteProps = { path: string; params: URLSearchParams; reads?: number }

/** The order, and how many reads are left out: changes and decisions are what most people look for. */
function Footnote({ path, params, reads }: FootnoteProps) {
  const isOfReads = params.getAll('acts').includes(readAct)
  const href = (acts: readonly string[]) => {
    const next = new URLSearchParams(params)
    for (const name of ['acts', 'page_cursor']) next.delete(name)
    for (const act of acts) next.append('acts', act)
    return hrefOf(path, next)
  }
  return (
    <>
      Newest first
      {reads !== undefined && reads > 0 && (
        <>
          , and{' '}
          <Link className="underline" href={href([readAct])}>
            {countText(reads, 'read')}
          </Link>
        </>
      )}
      {isOfReads && (
        <>
          {'; '}
          <Link className="underline" href={href([])}>
            changes and decisions
          </Link>
        </>
      )}
    </>
  )
}

/** What a check says of entries of which none is wrong. Without a checkpoint, all of them may have been exchanged. */
function checkedText(lines: number, signed: number): string {
  if (signed === 0) return ': each follows the one before. There is no checkpoint to compare them with.'
  return signed < lines
    ? `, none changed or missing up to entry ${signed.toLocaleString('en-US')}, the last that is signed`
    : ', none changed or missing'
}

/** What the last check of the whole log found. */
function CheckLine({ lines, at, signed, bad }: AuditCheck) {
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm text-ink-2">
      {bad ? (
        <>
          <ShieldAlert className="flex-none text-bad" />
          <span className="text-bad">
            Entry {bad.seq.toLocaleString('en-US')} is wrong. {bad.why}
          </span>
        </>
      ) : at === undefined ? (
        'Checking every entry…'
      ) : (
        <>
          {signed > 0 ? <ShieldCheck className="flex-none text-ok" /> : <Shield className="flex-none text-ink-3" />}
          <span>
            {countText(lines, 'entry', 'entries')} checked at <Time value={at} clock="console" now={Date.parse(at)} />
            {checkedText(lines, signed)}
          </span>
        </>
      )}
    </p>
  )
}
