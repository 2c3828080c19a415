'use client'
import { OctagonX, Plus } from 'lucide-react'
import Link from 'next/link'
import { useCallback, useMemo, useState } from 'react'
import { mayWrite } from '@/components/forms/role-required'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId, shorten } from '@/components/ui/copy'
import { focusHeading } from '@/components/ui/focus'
import { UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, PageHeader } from '@/components/ui/section'
import { Note, Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import { formPath, writeRowOf } from '@/lib/api/operations'
import type { ProblemError } from '@/lib/api/problem'
import type { Role } from '@/lib/api/roles'
import { CheckCell } from './check-outcome'
import { ErrorText } from './intent-action'
import {
  copyWidth,
  type IntentColumn,
  IntentList,
  iconWidth,
  idColumn,
  personColumn,
  referenceColumn,
  requestedColumn,
  summaryColumn,
  truncated,
  useIntentList,
} from './intent-list'
import { capitalized, referenceText } from './labels'
import { type RecordList, recordLists, recordStatusStyle, writesOf } from './record-views'

type CreatedRecordsProps = { environment: Environment; roles: readonly Role[]; list: RecordList }

/** The records of one kind that were created here, with their last known status: the provider has no list of them. */
export function CreatedRecords({ environment, roles, list: name }: CreatedRecordsProps) {
  const operations = useMemo(() => writesOf(name), [name])
  const list = useIntentList(environment, operations)
  const [failed, setFailed] = useState<FailedCheckProps>()
  const onChecked = useCallback<OnChecked>((intent, error) => setFailed(error && { intent, error }), [])
  const creates = operations[0] ?? 'createOrder'
  const canAct = mayWrite(creates, roles)
  const columns = useMemo(
    () => columnsOf(name, environment, canAct ? onChecked : undefined),
    [name, environment, canAct, onChecked],
  )
  const { noun } = writeRowOf(creates)
  const create = canAct && (
    <Link prefetch={false} className={buttonClass({ kind: 'primary' })} href={`/${environment}/${formPath(creates)}`}>
      <Plus />
      New {noun}
    </Link>
  )
  const title = recordLists[name]
  return (
    <>
      <PageHeader title={title} subtitle={`${title} created in Mintdesk, with their last known status`}>
        <UpdatedAgo at={list.at} isReading={list.isFetching} onRefresh={list.again} />
        {create}
      </PageHeader>
      {failed && (
        <FailedCheck
          {...failed}
          onClose={() => {
            setFailed(undefined)
            focusHeading()
          }}
        />
      )}
      <IntentList
        name={title}
        list={list}
        columns={columns}
        empty={
          <EmptyState title={`No ${noun} created here yet`} actions={create}>
            <p>
              {title} created in Mintdesk appear here. Unknown, refused and pending requests are under{' '}
              <Link href={`/${environment}/activity`}>Activity</Link>.
            </p>
          </EmptyState>
        }
        footnote="The provider has no list of these. Each status is as of the time shown."
      />
    </>
  )
}

type OnChecked = (intent: Intent, error?: ProblemError) => void
type FailedCheckProps = { intent: Intent; error: ProblemError }

/** Why a row could not be checked. */
function FailedCheck({ intent, error, onClose }: FailedCheckProps & { onClose: () => void }) {
  return (
    <Note
      tone="bad"
      icon={OctagonX}
      role="alert"
      className="my-2"
      actions={
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        <b>
          The status of {intent.summary}
          {intent.ref_id && ` (${referenceText(intent)})`} could not be checked.
        </b>{' '}
        <ErrorText problem={error} />
      </p>
    </Note>
  )
}

/** Who reported a status: the provider, or a person by name. */
const sourceText = ({ noted_by, is_earlier_credential }: Intent) =>
  `${is_earlier_credential ? 'earlier client id, ' : ''}${noted_by ? `noted by ${noted_by}` : 'the provider'}`

/** @param onChecked undefined for those who may not check */
function columnsOf(list: RecordList, environment: Environment, onChecked?: OnChecked): readonly IntentColumn[] {
  const canEdit = list === 'fiat-accounts'
  const check: IntentColumn = {
    key: 'acts',
    name: 'Check',
    // A button's padding, and the link "Edit".
    extra: 24 + (canEdit ? 60 : 0),
    text: () => 'Failed, try again',
    cell: (intent) =>
      onChecked && <CheckCell environment={environment} intent={intent} canEdit={canEdit} onChecked={onChecked} />,
  }
  const { noun } = writeRowOf(writesOf(list)[0] ?? 'createOrder')
  return [
    requestedColumn,
    summaryColumn,
    referenceColumn,
    personColumn,
    {
      key: 'record',
      name: capitalized(noun),
      face: 'mono',
      extra: copyWidth,
      text: ({ record_id }) => record_id && shorten(record_id, 8),
      cell: ({ record_id }) => record_id && <ShortId id={record_id} what={`${noun} id`} />,
    },
    {
      key: 'status',
      name: 'Last known status',
      card: 'state',
      extra: iconWidth,
      face: (intent) => (recordStatusStyle(intent)?.isLoud ? 'label' : 'text'),
      text: (intent) => recordStatusStyle(intent)?.label ?? 'unknown',
      cell: (intent) => {
        const style = recordStatusStyle(intent)
        return style ? <Status {...style} /> : <span className="text-ink-3">unknown</span>
      },
    },
    {
      key: 'known',
      name: 'Status as of',
      card: 'what',
      text: (intent) => `00 Nov 00:00:00, ${truncated(sourceText(intent), 48)}`,
      cell: (intent, now) =>
        intent.status_at && (
          <span className="text-ink-2" title={sourceText(intent)}>
            <Time value={intent.status_at} now={now} />, {truncated(sourceText(intent), 48)}
          </span>
        ),
    },
    ...(onChecked ? [check] : []),
    idColumn,
  ]
}
