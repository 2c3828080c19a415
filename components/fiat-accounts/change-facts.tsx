/** A change in words: what was known, and what it becomes. */

import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Review, ReviewFact } from '@/components/forms/description'
import { ShortId } from '@/components/ui/copy'
import { endOfNumber } from '@/lib/api/account-numbers'
import { isObject } from '@/lib/api/json'
import { plainRoutingNumber } from '@/lib/browser/bank-checks'
import { type ChangeValues, changesBody } from './account-changes'
import { addressLine, metadataLine } from './account-facts'
import { AccountNumber } from './account-number'
import { ownerAt, wireAt } from './account-values'
import { ownerName } from './owner-texts'

/** One member of the account: its name, whether it is sent, what was known and what it becomes. */
type Change = { name: string; field: string; isSent: boolean; before: ReactNode; after: ReactNode }

const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

const number = (text: string) => text && <AccountNumber number={text} />

function changesOf(values: ChangeValues): Change[] {
  const { known, metadata } = values
  const body = changesBody(values)
  const wire = at(body, 'fiat_network_instructions', 'wire')
  const [before, after] = [known.fiat_network_instructions.wire, values.fiat_network_instructions.wire]
  const details = [before.routing_details, after.routing_details] as const
  const sent = (...names: string[]) => at(wire, ...names) !== undefined
  const all: Change[] = [
    {
      name: 'Owner',
      field: `${ownerAt}.${values.fiat_account_owner.kind}_details.${values.fiat_account_owner.kind === 'person' ? 'first_name' : 'name'}`,
      isSent: at(body, ownerAt) !== undefined,
      before: ownerName(known.fiat_account_owner),
      after: ownerName(values.fiat_account_owner),
    },
    {
      name: 'Account number',
      field: `${wireAt}.account_number`,
      isSent: sent('account_number'),
      before: number(before.account_number),
      after: number(after.account_number.replace(/\s/g, '')),
    },
    {
      name: 'Routing number type',
      field: `${wireAt}.routing_details.routing_number_type`,
      isSent: sent('routing_details', 'routing_number_type'),
      before: details[0].routing_number_type,
      after: details[1].routing_number_type.trim(),
    },
    {
      name: 'Routing number',
      field: `${wireAt}.routing_details.routing_number`,
      isSent: sent('routing_details', 'routing_number'),
      before: details[0].routing_number,
      after: plainRoutingNumber(details[1].routing_number),
    },
    {
      name: 'Bank',
      field: `${wireAt}.routing_details.bank_name`,
      isSent: sent('routing_details', 'bank_name'),
      before: details[0].bank_name,
      after: details[1].bank_name.trim(),
    },
    {
      name: 'Bank’s address',
      field: `${wireAt}.routing_details.bank_address.country`,
      isSent: sent('routing_details', 'bank_address'),
      before: addressLine(details[0].bank_address),
      after: addressLine(details[1].bank_address),
    },
    {
      name: 'Owner’s address',
      field: `${wireAt}.fiat_account_owner_address.country`,
      isSent: sent('fiat_account_owner_address'),
      before: addressLine(before.fiat_account_owner_address),
      after: addressLine(after.fiat_account_owner_address),
    },
    {
      name: 'Metadata',
      field: 'metadata',
      isSent: at(body, 'metadata') !== undefined,
      before: metadataLine(known.metadata),
      after: metadataLine(metadata),
    },
  ]
  return all.filter(({ isSent }) => isSent)
}

/** The names of what would be changed: "Bank", "Owner’s address". */
export const changedNames = (values: ChangeValues) => changesOf(values).map(({ name }) => name)

function BeforeAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <>
      <span className="text-ink-3">
        <span className="sr-only">from </span>
        {before || 'not known here'}
      </span>{' '}
      <ArrowRight className="mx-1 text-ink-3" />{' '}
      <span>
        <span className="sr-only">to </span>
        {after}
      </span>
    </>
  )
}

const listed = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? 'nothing')

/** Metadata are the client's own; whether they are reviewed is not shown. service-facts, "Our own service". */
export const metadataAlone =
  "Changing only metadata starts no review in Mintdesk's own sandbox; other providers may review it."

/** What a person agrees to before a change is sent. @param id the account's */
export function changeReview(values: ChangeValues, id: string): Review {
  const changes = changesOf(values)
  const { account_number } = values.known.fiat_network_instructions.wire
  const which = account_number && ` ${endOfNumber(account_number)}`
  const owner = ownerName(values.known.fiat_account_owner)
  const isReviewed = changes.some(({ name }) => name !== 'Metadata')
  return {
    act: `Change account${which}`,
    sentence: `Change ${listed(changes.map(({ name }) => `the ${name.toLowerCase()}`))} of fiat account${which}${owner && ` of ${owner}`}.`,
    facts: [
      { name: 'Fiat account', value: <ShortId id={id} what="fiat account id" /> },
      ...changes.map(
        ({ name, field, before, after }): ReviewFact => ({
          name,
          value: <BeforeAfter before={before} after={after} />,
          field,
        }),
      ),
    ],
    next: [
      'The change is recorded in Mintdesk, then sent once. Anything not listed above stays the same.',
      isReviewed
        ? 'The account goes back to review: it is Pending until the provider approves or rejects it.'
        : metadataAlone,
      'A change has no reference: if the answer is lost, Mintdesk cannot look up its outcome.',
    ],
  }
}
