/** Spec, "Create fiat account" and "Update fiat account". */
import { randomUUID } from 'node:crypto'
import { isObject } from '../domain/json'
import type { FiatAccount, FiatAccountChanges, FiatAccountOwner, NewFiatAccount } from '../provider/fiat-accounts'
import { example, exampleIds } from './description/documentation'
import { addAccount, findAccount, findAccountByRef, saveAccount, startReview } from './engine/fiat-accounts'
import { businessRefusal, notFound, type Operation } from './handlers'
import { timestampOf } from './timestamps'

const tag = { name: 'Fiat accounts', description: 'Wire accounts that belong to an identity or account.' }

export const exampleAccount: NewFiatAccount = {
  ref_id: 'account-harbour-01',
  fiat_account_owner: { institution_details: { name: 'Harbour Payments Ltd' } },
  fiat_network_instructions: {
    wire: {
      account_number: '4402917358',
      fiat_account_owner_address: { country: 'US', address1: '88 Pier Street', city: 'Boston', province: 'MA' },
      routing_details: {
        routing_number_type: 'ABA',
        routing_number: '123456780',
        bank_name: 'First Harbour Bank',
        bank_address: { country: 'US', city: 'Boston', province: 'MA', zip_code: '02110' },
      },
    },
  },
  metadata: { purpose: 'supplier' },
}

const exampleAnswer: FiatAccount = {
  ...exampleAccount,
  id: exampleIds.fiatAccount,
  status: 'PENDING',
  created_at: '2026-11-19T14:44:19.320771Z',
  updated_at: '2026-11-19T14:44:19.320771Z',
}

const renamed = { institution_details: { name: 'Harbour Payments Group Ltd' } }

export const createFiatAccount: Operation<'createFiatAccount'> = {
  existing: ({ body: { ref_id } }, { store }) => (ref_id === undefined ? undefined : findAccountByRef(store, ref_id)),

  handle({ body }, context) {
    const at = timestampOf(context.now)
    const account: FiatAccount = { id: randomUUID(), ...body, status: 'PENDING', created_at: at, updated_at: at }
    addAccount(context.store, account)
    startReview(context, account.id)
    return account
  },

  tag,
  about:
    'Creates a fiat account and submits it for review. A repeated `ref_id` is answered 409 with the existing account.',
  bodies: {
    institution: { summary: 'The account of a company', value: exampleAccount },
    person: {
      summary: 'The account of a person, created by a third party that acts for end users',
      value: {
        ref_id: 'account-user-20418',
        identity_id: exampleIds.identity,
        account_id: exampleIds.identityAccount,
        fiat_account_owner: { person_details: { first_name: 'Ines', last_name: 'Okafor' } },
        fiat_network_instructions: {
          wire: {
            account_number: 'DE02120300000000202051',
            routing_details: { routing_number_type: 'SWIFT', routing_number: 'HRBRDEFFXXX', bank_name: 'Hafenbank' },
          },
        },
      },
    },
  },
  success: 'The account, PENDING.',
  answers: example('pending', 'Created and waiting for review', exampleAnswer),
}

const kindOf = (owner: FiatAccountOwner | undefined) => (owner?.person_details ? 'a person' : 'an institution')

/** docs/provider.md, "Writing": an update merges; empty values are ignored. */
function merged<Value extends object>(before: Value, change: object): Value {
  const result = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') continue
    const kept: unknown = result.get(name)
    result.set(name, isObject(kept) && isObject(value) ? merged(kept, value) : value)
  }
  // A change has the same members.
  return Object.fromEntries(result) as Value
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const updateFiatAccount: Operation<'updateFiatAccount'> = {
  handle({ path, body }, context) {
    const before = findAccount(context.store, path.id.toLowerCase())
    if (!before) throw notFound('fiat account', path.id)
    const { fiat_account_owner: owner, metadata } = body
    if (owner && before.fiat_account_owner && kindOf(owner) !== kindOf(before.fiat_account_owner)) {
      const message = `The owner is ${kindOf(before.fiat_account_owner)} and cannot become ${kindOf(owner)}. Create another account.`
      throw businessRefusal('The account cannot be changed.', 'fiat_account_owner', message)
    }
    const { metadata: _, ...changes }: FiatAccountChanges = body
    const after = merged(before, changes)
    // Metadata belongs to the client: it is replaced whole and needs no review.
    if (metadata) after.metadata = metadata
    if (isSame(before, after)) return before
    const isReviewed = !isSame({ ...before, metadata: undefined }, { ...after, metadata: undefined })
    const account: FiatAccount = {
      ...after,
      status: isReviewed ? 'PENDING' : before.status,
      updated_at: timestampOf(context.now),
    }
    saveAccount(context.store, account)
    if (isReviewed) startReview(context, account.id)
    return account
  },

  tag,
  about: 'Changes a fiat account. Omitted members are kept. A change of the account details starts another review.',
  parameters: { id: exampleIds.fiatAccount },
  bodies: {
    metadata: { summary: 'Change only the client metadata', value: { metadata: { purpose: 'settlement' } } },
    owner: { summary: 'The company has a new name', value: { fiat_account_owner: renamed } },
    number: {
      summary: 'The account has a new number',
      value: { fiat_network_instructions: { wire: { account_number: '4402917366' } } },
    },
  },
  success: 'The changed account.',
  answers: example('changed', 'The owner has a new name and the account is in review again', {
    ...exampleAnswer,
    fiat_account_owner: renamed,
    updated_at: '2026-11-19T15:02:47.771920Z',
  }),
}
