'use client'
import { FileClock } from 'lucide-react'
import { createContext, use } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FieldSet } from '@/components/forms/form-layout'
import { MetadataField } from '@/components/forms/metadata-field'
import { Button } from '@/components/ui/button'
import { focusHeading } from '@/components/ui/focus'
import { Note } from '@/components/ui/note'
import { looksMasked } from '@/lib/browser/bank-checks'
import { broughtUpToDate, type ChangeValues } from './account-changes'
import { ownerAt, wireAt } from './account-values'
import { changedNames } from './change-facts'
import { OwnerFields, OwnerNameFields } from './owner-fields'
import { WireFields } from './wire-fields'

/** The form as it would begin now. */
export const FreshValues = createContext<ChangeValues | undefined>(undefined)

const others = { person: 'an institution', institution: 'a person' }

/** The owner's kind is fixed once it is known (service-facts, "Writing"). */
function ChangedOwner({ kind }: { kind: ChangeValues['known']['fiat_account_owner']['kind'] }) {
  if (kind === '') return <OwnerFields name={ownerAt} />
  return (
    <>
      <p className="text-base text-ink-2">
        The owner is {kind === 'person' ? 'a person' : 'an institution'} and cannot become {others[kind]}: register
        another account for that.
      </p>
      <OwnerNameFields name={ownerAt} kind={kind} />
    </>
  )
}

/** A draft is sent as the difference to what was known when it was begun; somebody may have changed that since. */
function BegunBefore() {
  const fresh = use(FreshValues)
  const { reset, getValues } = useFormContext<ChangeValues>()
  const begunAt = useWatch<ChangeValues, 'known_at'>({ name: 'known_at' })
  if (!fresh || begunAt === fresh.known_at) return null
  return (
    <Note
      tone="wait"
      icon={FileClock}
      className="mb-5"
      acts={
        <Button
          size="note"
          onClick={() => {
            reset(broughtUpToDate(getValues(), fresh), { keepDefaultValues: true })
            focusHeading()
          }}
        >
          Bring it up to date
        </Button>
      }
    >
      <p>
        <b>More is known of this account than when this draft was begun.</b> Bringing it up to date keeps what you
        changed.
      </p>
    </Note>
  )
}

/** What can be changed of an account, filled in with what is known of it. */
export function ChangeFields() {
  const known = useWatch<ChangeValues, 'known'>({ name: 'known' })
  const { account_number } = known.fiat_network_instructions.wire
  const numberHint = looksMasked(account_number) && (
    <>
      Kept as it is: <span className="font-mono">{account_number}</span>. Enter the whole number to change it.
    </>
  )
  return (
    <>
      <BegunBefore />
      <FieldSet>
        <ChangedOwner kind={known.fiat_account_owner.kind} />
      </FieldSet>
      <WireFields name={wireAt} numberHint={numberHint || undefined} />
      <FieldSet title="Details">
        <p className="text-base text-ink-2">Metadata are replaced as a whole.</p>
        <MetadataField />
      </FieldSet>
    </>
  )
}

/** What would be sent, following what is filled in. */
export function ChangesSoFar() {
  // Every field of this form has a text from the beginning, so that nothing of the values is missing.
  const values = useWatch<ChangeValues>() as ChangeValues
  const names = changedNames(values)
  return (
    <section>
      <h2>Changed so far</h2>
      {names.length === 0 ? (
        <p className="mt-1 text-ink-2">Nothing. Only what you change is sent, an address as a whole.</p>
      ) : (
        <ul className="mt-1">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
