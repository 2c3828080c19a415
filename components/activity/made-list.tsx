'use client'
import { Plus } from 'lucide-react'
import Link from 'next/link'
import { useMemo } from 'react'
import { mayWrite } from '@/components/forms/not-for-role'
import { useAddress } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { AsOf } from '@/components/ui/freshness'
import { ShortId, shorten } from '@/components/ui/short-id'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { type Intent, IntentQuery } from '@/lib/api/intents'
import { readQuery } from '@/lib/api/query-string'
import type { Role } from '@/lib/api/roles'
import { apiPart } from '@/lib/browser/list-url'
import { CheckCell } from './check-cell'
import {
  byColumn,
  cut,
  type IntentColumn,
  intentColumn,
  referenceColumn,
  sentColumn,
  whatColumn,
} from './intent-columns'
import { IntentRows } from './intent-rows'
import { newForms, operationWords } from './intent-words'
import { type MadeKind, type MadeName, madeKinds } from './made-kinds'
import { madeRows } from './made-rows'
import { useIntents } from './reads'
import { recordStatusLook } from './record-status'
import { useShownPage } from './shown-page'

type MadeListProps = { environment: Environment; roles: readonly Role[]; kind: MadeName }

/** What was made here of one kind, with its last known status, when that was known, and by whom. */
export function MadeList({ environment, roles, kind: name }: MadeListProps) {
  const kind: MadeKind = madeKinds[name]
  const { path, search } = useAddress()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const { creates, changes } = kind
  const query = useMemo((): IntentQuery => {
    // Of the address only the walk counts here; whatever else stands there is another list's.
    const { query: asked } = readQuery(IntentQuery, apiPart(params))
    const operations = changes ? [creates, changes] : [creates]
    return { states: ['confirmed'], operations, limit: asked?.limit, page_cursor: asked?.page_cursor }
  }, [params, creates, changes])
  const list = useIntents(environment, query)
  const shown = useShownPage(list, params, query.limit)
  const rows = useMemo(() => shown.intents && madeRows(shown.intents), [shown.intents])
  const mayAct = mayWrite(creates, roles)
  const columns = useMemo(() => columnsOf(kind, environment, mayAct), [kind, environment, mayAct])
  const { thing } = operationWords[creates]
  const newOne = mayAct && (
    <Link prefetch={false} className={buttonClass('primary')} href={`/${environment}/${newForms[creates]}`}>
      <Plus />
      {kind.newWords}
    </Link>
  )
  return (
    <>
      <div className="mb-4 flex items-start gap-4 max-sm:mb-3 max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-2">
        <div>
          <h1 tabIndex={-1}>{kind.title}</h1>
          <p className="text-sm text-ink-3">{kind.subtitle}</p>
        </div>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-sm:ml-0 max-sm:w-full max-sm:justify-start">
          <AsOf at={shown.at} isReading={list.isFetching} onRefresh={list.again} />
          {newOne}
        </div>
      </div>
      <IntentRows
        environment={environment}
        name={kind.title}
        list={list}
        shown={shown}
        rows={rows}
        columns={columns}
        path={path}
        params={params}
        limit={query.limit}
        empty={
          <Empty title={`No ${thing} was made here yet`} acts={newOne}>
            <p>
              Those that Mintdesk asked for and the service has are listed here. What is not known, refused or on its
              way is under <Link href={`/${environment}/activity`}>Activity</Link>.
            </p>
          </Empty>
        }
        footnote="The service has no list of these: a status is as old as it says"
      />
    </>
  )
}

/** Pixels beside a text: a button's padding, a copy button. */
const inButton = 24
const copyButton = 16
const statusIcon = 21

function columnsOf(kind: MadeKind, environment: Environment, mayAct: boolean): readonly IntentColumn[] {
  const record: IntentColumn = {
    key: 'record',
    name: kind.recordName,
    face: 'mono',
    extra: copyButton,
    text: ({ record_id }) => record_id && shorten(record_id, 8),
    cell: ({ record_id }) => record_id && <ShortId id={record_id} what={`${kind.recordName.toLowerCase()} id`} />,
  }
  const acts: IntentColumn = {
    key: 'acts',
    name: 'Status now',
    extra: inButton + (kind.changes ? 60 : 0),
    text: () => 'Asking the service…',
    cell: (intent) => <CheckCell environment={environment} intent={intent} hasEdit={kind.changes !== undefined} />,
  }
  return [
    { ...sentColumn, key: 'made', name: 'Made' },
    whatColumn,
    referenceColumn,
    byColumn,
    record,
    {
      key: 'status',
      name: 'Last known status',
      card: 'state',
      extra: statusIcon,
      face: (intent) => (recordStatusLook(intent)?.isLoud ? 'label' : 'text'),
      text: (intent) => recordStatusLook(intent)?.word ?? 'not known',
      cell: (intent) => {
        const look = recordStatusLook(intent)
        return look ? <Status {...look} /> : <span className="text-ink-3">not known</span>
      },
    },
    {
      key: 'known',
      name: 'Known since',
      card: 'what',
      text: (intent) => `00 Nov 00:00:00, ${cut(knownBy(intent), 28)}`,
      cell: (intent, now) =>
        intent.status_at && (
          <span className="text-ink-2" title={knownBy(intent)}>
            <Time value={intent.status_at} now={now} />, {cut(knownBy(intent), 28)}
          </span>
        ),
    },
    ...(mayAct ? [acts] : []),
    intentColumn,
  ]
}

/** Who told the status: the service, or a person by name. */
const knownBy = ({ noted_by }: Intent) => (noted_by ? `noted by ${noted_by}` : 'the service')
