'use client'
import { OctagonX, Pencil, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { newestRecord, RecordAge } from '@/components/activity/newest-record'
import { buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Note } from '@/components/ui/note'
import { Section } from '@/components/ui/section'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { FiatAccountPath } from '@/lib/api/fiat-accounts'
import type { IntentDetail } from '@/lib/api/intents'
import { type DecodedFiatAccount, readFiatAccount } from '@/lib/api/reading'
import { metadataLine, ownerFacts, wireFacts } from './account-facts'
import { accountStatusStyle } from './account-status'
import { accountTexts, ownerAt, wireAt } from './account-values'

type OutcomeProps = { intent: IntentDetail; environment: Environment }

/** What came of a fiat account that was registered or changed: its status, and the account as it was last seen. */
export function AccountOutcome({ intent, environment }: OutcomeProps) {
  if (intent.state !== 'confirmed') return null
  // What a person noted, and what is confirmed by reference only, has no record: then there is what was sent.
  const newest = newestRecord(intent)
  const isAnswered = newest !== undefined
  const seen = readFiatAccount(newest?.record ?? intent.body)
  const id = intent.record_id ?? (isAnswered ? seen.known.id : undefined)
  const isLink = FiatAccountPath.safeParse({ id }).success
  return (
    <>
      {intent.record_status === 'REJECTED' && (
        <Note tone="bad" icon={OctagonX}>
          <p>
            <b>The provider rejected this account.</b> A change sends it to review again.
          </p>
        </Note>
      )}
      {!isAnswered && (
        <Note tone="wait" icon={TriangleAlert}>
          <p>
            <b>The provider has not shown this account.</b> The details below are what was sent.
          </p>
        </Note>
      )}
      <Section title="Fiat account" more={isAnswered ? undefined : 'as it was sent'}>
        <Facts facts={factsOf(intent, seen, { id, isAnswered })} />
        {newest && <RecordAge newest={newest} />}
        {isLink && (
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

function factsOf(
  intent: IntentDetail,
  { known, other, missing, raw }: DecodedFiatAccount,
  { id, isAnswered }: { id: string | undefined; isAnswered: boolean },
): Fact[] {
  const { fiat_account_owner, fiat_network_instructions, metadata } = accountTexts(raw)
  const status = intent.record_status ?? (isAnswered ? known.status : undefined)
  const some: Fact[] = [
    ['Metadata', metadataLine(metadata)],
    ['Identity', known.identity_id && <ShortId id={known.identity_id} what="identity id" />],
    ['Account of the user', known.account_id && <ShortId id={known.account_id} what="account id" />],
    ['Reference', known.ref_id && <ShortId id={known.ref_id} what="reference" />],
    ['Created', known.created_at && <Time value={known.created_at} withZone />],
    ['Missing', isAnswered && missing.join(', ')],
    ...Object.entries(other).map(
      ([name, value]): Fact => [name, typeof value === 'string' ? value : JSON.stringify(value)],
    ),
  ]
  return [
    ['Fiat account', id && <ShortId id={id} what="fiat account id" />],
    ['Status', <StatusKnown key="status" intent={intent} status={status} />],
    ...ownerFacts(fiat_account_owner, ownerAt).map(({ name, value }): Fact => [name, value]),
    ...wireFacts(fiat_network_instructions.wire, wireAt).map(({ name, value }): Fact => [name, value]),
    ...some.filter(([, value]) => value),
  ]
}

/** The last known status, when it was known, and who said it. */
function StatusKnown({ intent, status }: { intent: IntentDetail; status: string | undefined }) {
  const { status_at: at, noted_by } = intent
  if (!status) return <span className="text-ink-3">unknown</span>
  return (
    <>
      <Status {...accountStatusStyle(status)} />
      {at && (
        <span className="text-sm text-ink-3">
          {noted_by ? `noted by ${noted_by}, ` : 'as of '}
          <Time value={at} withZone />
        </span>
      )}
    </>
  )
}
