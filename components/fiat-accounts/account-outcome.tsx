'use client'
import { Pencil, Send } from 'lucide-react'
import { metadataText } from '@/components/forms/form-values'
import { newestRecord, RecordFacts } from '@/components/requests/newest-record'
import { ButtonLink } from '@/components/ui/button-link'
import { ShortId } from '@/components/ui/copy'
import type { Fact } from '@/components/ui/facts'
import { beginAtField } from '@/components/ui/focus'
import { Section } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { IntentDetail } from '@/lib/api/intents'
import { hasDraft } from '@/lib/browser/draft-storage'
import { giveToDraft } from '@/lib/browser/form-drafts'
import { pagePerson } from '@/lib/browser/operation'
import { uuidPattern } from '@/lib/domain/values'
import type { Environment } from '@/lib/provider/environments'
import { readFiatAccount } from '@/lib/provider/records'
import { accountFacts, accountTexts } from './account-values'

/** The newest known record of a fiat account that was registered or changed; the page has its status and ids. */
export default function AccountOutcome({ intent, environment }: { intent: IntentDetail; environment: Environment }) {
  if (intent.state !== 'confirmed') return null
  // Confirmed by a note or by reference only, there is no record; then the request is shown.
  const newest = newestRecord(intent)
  const decoded = readFiatAccount(newest?.record ?? intent.body)
  const { known } = decoded
  const { metadata, ...account } = accountTexts(decoded.raw)
  const { record_status, status_at } = intent
  const payout = { person: pagePerson(), environment, path: 'money/new' }
  const id = intent.record_id ?? (newest && known.id)
  const shortId = (text: string | undefined, what: string) => text && <ShortId id={text} what={what} />
  const optional: Fact[] = [
    ['Metadata', metadataText(metadata)],
    ['Identity', shortId(known.identity_id, 'identity ID')],
    ['User account', shortId(known.account_id, 'account ID')],
    ['Created', known.created_at && <Time value={known.created_at} clock="provider" withZone />],
  ]
  const facts: Fact[] = [
    ...accountFacts(account).map(({ name, value }): Fact => [name, value]),
    ...optional.filter(([, value]) => value),
  ]
  return (
    <>
      {record_status === 'REJECTED' && (
        <Note tone="bad" title="The provider rejected this account.">
          A change sends it to review again.
        </Note>
      )}
      {!newest && (
        <Note tone="wait" title="The provider has not returned this account.">
          The details below are what was sent.
        </Note>
      )}
      <Section title="Fiat account" more={newest ? undefined : 'as sent'}>
        <RecordFacts facts={facts} record={decoded} newest={newest} statusAt={status_at} />
        {id !== undefined && uuidPattern.test(id) && (
          <p className="mt-4 flex flex-wrap gap-3">
            {hasDraft(payout) && (
              <ButtonLink
                kind="primary"
                href={`/${environment}/money/new`}
                onClick={() => {
                  giveToDraft(payout, id)
                  beginAtField()
                }}
              >
                <Send />
                Use it in Move money
              </ButtonLink>
            )}
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
