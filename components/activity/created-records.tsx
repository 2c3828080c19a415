'use client'

import { OctagonX, Plus } from 'lucide-react'
import Link from 'next/link'
import { useCallback, useMemo, useState } from 'react'
import { mayWrite } from '@/components/forms/not-for-role'
import { useAddress } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId, shorten } from '@/components/ui/copy'
import { focusHeading } from '@/components/ui/focus'
import { UpdatedAgo } from '@/components/ui/freshness'
import { Note } from '@/components/ui/note'
import { EmptyState } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { type Intent, IntentQuery, type WriteName } from '@/lib/api/intents'
import type { ProblemError } from '@/lib/api/problem'
import { readQuery } from '@/lib/api/query-string'
import type { Role } from '@/lib/api/roles'
import { writeErrorText } from '@/lib/browser/intents'
import { apiPart } from '@/lib/browser/list-url'
import { CheckCell } from './check-outcome'
import {
  askedColumn,
  byColumn,
  cut,
  type IntentColumn,
  IntentRows,
  intentColumn,
  referenceColumn,
  whatColumn,
} from './intent-list'
import { newForms, operationLabels, referenceText } from './labels'
import { useIntents, useShownPage } from './queries'
import { recordStatusStyle } from './record-status'

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
    return { by: 'record', operations, limit: asked?.limit, page_cursor: asked?.page_cursor }
  }, [params, creates, changes])
  const list = useIntents(environment, query)
  const shown = useShownPage(list, params, query.limit)
  const mayAct = mayWrite(creates, roles)
  const [notAsked, setNotAsked] = useState<NotAskedProps>()
  const onAsked = useCallback<OnAsked>((intent, error) => setNotAsked(error && { intent, error }), [])
  const columns = useMemo(
    () => columnsOf(kind, environment, mayAct ? onAsked : undefined),
    [kind, environment, mayAct, onAsked],
  )
  const { thing } = operationLabels[creates]
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
          <UpdatedAgo at={shown.at} isReading={list.isFetching} onRefresh={list.again} />
          {newOne}
        </div>
      </div>
      {notAsked && (
        <NotAsked
          {...notAsked}
          onLeave={() => {
            setNotAsked(undefined)
            focusHeading()
          }}
        />
      )}
      <IntentRows
        environment={environment}
        name={kind.title}
        list={list}
        shown={shown}
        columns={columns}
        path={path}
        params={params}
        limit={query.limit}
        empty={
          <EmptyState title={`No ${thing} created here yet`} acts={newOne}>
            <p>
              What Mintdesk created appears here. Unknown, refused and pending requests are under{' '}
              <Link href={`/${environment}/activity`}>Activity</Link>.
            </p>
          </EmptyState>
        }
        footnote="The provider has no list of these. Each status is as of the time shown."
      />
    </>
  )
}

type OnAsked = (intent: Intent, error?: ProblemError) => void
type NotAskedProps = { intent: Intent; error: ProblemError }

/** Why a row could not be checked. */
function NotAsked({ intent, error, onLeave }: NotAskedProps & { onLeave: () => void }) {
  const { request_id } = error.problem
  return (
    <Note
      tone="bad"
      icon={OctagonX}
      role="alert"
      className="my-2"
      acts={
        <Button size="note" onClick={onLeave}>
          Close
        </Button>
      }
    >
      <p>
        <b>
          {intent.summary}
          {intent.ref_id && ` (${referenceText(intent)})`}: its status could not be checked.
        </b>{' '}
        {writeErrorText(error)}
        {request_id && <span className="text-ink-2"> Request id {request_id}.</span>}
      </p>
    </Note>
  )
}

/** Pixels beside a text: a button's padding, a copy button. */
const inButton = 24
const copyButton = 16
const statusIcon = 21

/** @param onAsked undefined for whoever may not ask */
function columnsOf(kind: MadeKind, environment: Environment, onAsked?: OnAsked): readonly IntentColumn[] {
  const record: IntentColumn = {
    key: 'record',
    name: kind.recordName,
    face: 'mono',
    extra: copyButton,
    text: ({ record_id }) => record_id && shorten(record_id, 8),
    cell: ({ record_id }) => record_id && <ShortId id={record_id} what={`${kind.recordName.toLowerCase()} id`} />,
  }
  const acts = (onAsked: OnAsked): IntentColumn => ({
    key: 'acts',
    name: 'Check',
    extra: inButton + (kind.changes ? 60 : 0),
    text: () => 'Failed, try again',
    cell: (intent) => (
      <CheckCell environment={environment} intent={intent} hasEdit={kind.changes !== undefined} onAsked={onAsked} />
    ),
  })
  return [
    askedColumn,
    whatColumn,
    referenceColumn,
    byColumn,
    record,
    {
      key: 'status',
      name: 'Last known status',
      card: 'state',
      extra: statusIcon,
      face: (intent) => (recordStatusStyle(intent)?.isLoud ? 'label' : 'text'),
      text: (intent) => recordStatusStyle(intent)?.word ?? 'not known',
      cell: (intent) => {
        const look = recordStatusStyle(intent)
        return look ? <Status {...look} /> : <span className="text-ink-3">not known</span>
      },
    },
    {
      key: 'known',
      name: 'Known since',
      card: 'what',
      text: (intent) => `00 Nov 00:00:00, ${cut(knownBy(intent), 48)}`,
      cell: (intent, now) =>
        intent.status_at && (
          <span className="text-ink-2" title={knownBy(intent)}>
            <Time value={intent.status_at} now={now} />, {cut(knownBy(intent), 48)}
          </span>
        ),
    },
    ...(onAsked ? [acts(onAsked)] : []),
    intentColumn,
  ]
}

/** Who told the status: the provider, or a person by name. What another client id has sent is marked. */
const knownBy = ({ noted_by, is_earlier_credential }: Intent) =>
  `${is_earlier_credential ? 'earlier client id, ' : ''}${noted_by ? `noted by ${noted_by}` : 'the provider'}`

export type MadeKind = {
  /** Below the environment. */
  segment: string
  title: string
  subtitle: string
  /** What makes one. */
  creates: Exclude<WriteName, 'updateFiatAccount'>
  /** What else tells of one. */
  changes?: WriteName
  /** What the record's id is called. */
  recordName: string
  newWords: string
}

const known = 'as last reported by the provider or noted by a person'

export const madeKinds = {
  orders: {
    segment: 'orders',
    title: 'Orders',
    subtitle: `Orders that were placed from here, with their status ${known}`,
    creates: 'createOrder',
    recordName: 'Order',
    newWords: 'New order',
  },
  fiatAccounts: {
    segment: 'fiat-accounts',
    title: 'Fiat accounts',
    subtitle: `Fiat accounts that were registered or changed from here, with their status ${known}`,
    creates: 'createFiatAccount',
    changes: 'updateFiatAccount',
    recordName: 'Account',
    newWords: 'New fiat account',
  },
  rules: {
    segment: 'rules',
    title: 'Rules',
    subtitle: `Rules that were made from here, with their status ${known}`,
    creates: 'createRule',
    recordName: 'Rule',
    newWords: 'New rule',
  },
} as const satisfies Record<string, MadeKind>

export type MadeName = keyof typeof madeKinds
