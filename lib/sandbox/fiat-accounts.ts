/** Spec, "Create fiat account" and "Update fiat account". */
import { randomUUID } from 'node:crypto'
import type { FiatAccount, FiatAccountChanges, FiatAccountOwner } from '../api/provider/fiat-accounts'
import { addAccount, findAccount, findAccountByRef, saveAccount, startReview } from './engine/fiat-accounts'
import type { Handlers } from './handlers'
import { alreadyExists, businessRefusal, notFound } from './handlers'
import { timestampOf } from './timestamps'

export const createFiatAccount: Handlers['createFiatAccount'] = ({ body }, context) => {
  const existing = body.ref_id === undefined ? undefined : findAccountByRef(context.store, body.ref_id)
  if (existing) throw alreadyExists('fiat account', existing.ref_id ?? '', existing)
  const at = timestampOf(context.now)
  const account: FiatAccount = { id: randomUUID(), ...body, status: 'PENDING', created_at: at, updated_at: at }
  addAccount(context.store, account)
  startReview(context, account.id)
  return account
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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const updateFiatAccount: Handlers['updateFiatAccount'] = ({ path, body }, context) => {
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
}
