'use client'
import { OctagonX, Pencil, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { newestRecord, RecordAge } from '@/components/activity/newest-record'
import { metadataText } from '@/components/forms/form-values'
import { buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { Note, Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { FiatAccountPath } from '@/lib/api/fiat-accounts'
import type { IntentDetail } from '@/lib/api/intents'
import { type DecodedFiatAccount, readFiatAccount } from '@/lib/api/reading'
import { accountStatusStyle } from './account-status'
import { accountFacts, accountTexts } from './account-values'

type OutcomeProps = { intent: IntentDetail; environment: Environment }

/** The status and newest known record of a fiat account that was registered or changed. */
export function AccountOutcome({ intent, environment }: OutcomeProps) {
  if (intent.state !== 'confirmed') return null
  // Confirmed by a note or by reference only, there is no record; then the request is shown.
  const newest = newestRecord(intent)
  const account = readFiatAccount(newest?.record ?? intent.body)
  const id = intent.record_id ?? (newest ? account.known.id : undefined)
  const canChange = FiatAccountPath.safeParse({ id }).success
  return (
    <>
      {intent.record_status === 'REJECTED' && (
        <Note tone="bad" icon={OctagonX}>
          <p>
            <b>The provider rejected this account.</b> A change sends it to review again.
          </p>
        </Note>
      )}
      {!newest && (
        <Note tone="wait" icon={TriangleAlert}>
          <p>
            <b>The provider has not returned this account.</b> The details below are what was sent.
          </p>
        </Note>
      )}
      <Section title="Fiat account" more={newest ? undefined : 'as sent'}>
        <Facts facts={outcomeFacts(intent, account, id, newest !== undefined)} />
        {newest && <RecordAge newest={newest} />}
        {canChange && (
          <p className="mt-4">
            <Link prefetch={false} className={buttonClass()} href={`/${environment}/fiat-accounts/${id}/edit`}>
              <Pencil />
              Change this account
            </Link>
          </p>
        )}
      </Section>
    </>
  )
}

function outcomeFacts(
  { record_status, status_at, noted_by }: IntentDetail,
  { known, other, missing, raw }: DecodedFiatAccount,
  id: string | undefined,
  isAnswered: boolean,
): Fact[] {
  const { metadata, ...account } = accountTexts(raw)
  const status = record_status ?? (isAnswered ? known.status : undefined)
  const shownStatus = status ? (
    <>
      <Status {...accountStatusStyle(status)} />
      {status_at && (
        <span className="text-sm text-ink-3">
          {noted_by ? `noted by ${noted_by}, ` : 'as of '}
          <Time value={status_at} withZone />
        </span>
      )}
    </>
  ) : (
    <span className="text-ink-3">unknown</span>
  )
  const shortId = (text: string | undefined, what: string) => text && <ShortId id={text} what={what} />
  const optional: Fact[] = [
    ['Metadata', metadataText(metadata)],
    ['Identity', shortId(known.identity_id, 'identity id')],
    ['User account', shortId(known.account_id, 'account id')],
    ['Reference', shortId(known.ref_id, 'reference')],
    ['Created', known.created_at && <Time value={known.created_at} withZone />],
    ['Missing', isAnswered && missing.join(', ')],
  ]
  return [
    ['Fiat account', shortId(id, 'fiat account id')],
    ['Status', shownStatus],
    ...accountFacts(account).map(({ name, value }): Fact => [name, value]),
    ...optional.filter(([, value]) => value),
    ...Object.entries(other).map(
      ([name, value]): Fact => [name, typeof value === 'string' ? value : JSON.stringify(value)],
    ),
  ]
}
