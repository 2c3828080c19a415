'use client'
import { OctagonX, Pencil, TriangleAlert } from 'lucide-react'
import { newestRecord, RecordFacts } from '@/components/activity/newest-record'
import { metadataText } from '@/components/forms/form-values'
import { ButtonLink } from '@/components/ui/button-link'
import { ShortId } from '@/components/ui/copy'
import type { Fact } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { Note, Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { FiatAccountPath } from '@/lib/api/fiat-accounts'
import type { IntentDetail } from '@/lib/api/intents'
import { readFiatAccount } from '@/lib/api/reading'
import { accountStatusStyle } from './account-status'
import { accountFacts, accountTexts } from './account-values'

/** The status and newest known record of a fiat account that was registered or changed. */
export function AccountOutcome({ intent, environment }: { intent: IntentDetail; environment: Environment }) {
  if (intent.state !== 'confirmed') return null
  // Confirmed by a note or by reference only, there is no record; then the request is shown.
  const newest = newestRecord(intent)
  const decoded = readFiatAccount(newest?.record ?? intent.body)
  const { known } = decoded
  const { metadata, ...account } = accountTexts(decoded.raw)
  const { record_status, status_at, noted_by } = intent
  const id = intent.record_id ?? (newest && known.id)
  const status = record_status ?? (newest && known.status)
  const shortId = (text: string | undefined, what: string) => text && <ShortId id={text} what={what} />
  const statusValue = status ? (
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
  const optional: Fact[] = [
    ['Metadata', metadataText(metadata)],
    ['Identity', shortId(known.identity_id, 'identity ID')],
    ['User account', shortId(known.account_id, 'account ID')],
    ['Reference', shortId(known.ref_id, 'reference')],
    ['Created', known.created_at && <Time value={known.created_at} withZone />],
  ]
  const facts: Fact[] = [
    ['Fiat account', shortId(id, 'fiat account ID')],
    ['Status', statusValue],
    ...accountFacts(account).map(({ name, value }): Fact => [name, value]),
    ...optional.filter(([, value]) => value),
  ]
  return (
    <>
      {record_status === 'REJECTED' && (
        <Note tone="bad" icon={OctagonX} title="The provider rejected this account.">
          A change sends it to review again.
        </Note>
      )}
      {!newest && (
        <Note tone="wait" icon={TriangleAlert} title="The provider has not returned this account.">
          The details below are what was sent.
        </Note>
      )}
      <Section title="Fiat account" more={newest ? undefined : 'as sent'}>
        <RecordFacts facts={facts} record={decoded} newest={newest} />
        {FiatAccountPath.safeParse({ id }).success && (
          <p className="mt-4">
            <ButtonLink href={`/${environment}/fiat-accounts/${id}/edit`}>
              <Pencil />
              Change this account
            </ButtonLink>
          </p>
        )}
      </Section>
    </>
  )
}
