/** What is wrong or odd in the addresses of a rule, by field. */
import type { FormContext } from '@/components/forms/description'
import { type AddressNotes, addressNotes } from '@/lib/browser/crypto-addresses'
import { networkNamed, type RuleValues } from './rule-values'

/** The address that the rule would be sent with, and the one that deposits would come to; of a network that is known or not. */
function notesOf({ source_kind, source, destination_kind, destination }: RuleValues, context: FormContext) {
  const notes = ({ address, network }: { address: string; network: string }): AddressNotes =>
    addressNotes(address, networkNamed(network), context.environment)
  return {
    'source.crypto.address': source_kind === 'crypto' ? notes(source.crypto) : {},
    'destination.crypto.address': destination_kind === 'crypto' ? notes(destination.crypto) : {},
  }
}

const those = (kind: keyof AddressNotes) => (values: RuleValues, context: FormContext) =>
  Object.fromEntries(
    Object.entries(notesOf(values, context)).flatMap(([field, { [kind]: words }]) => (words ? [[field, words]] : [])),
  )

/** Sentences that keep the rule from being sent: a rule cannot be changed, and what went to a wrong address is gone. */
export const addressErrors = those('error')

/** Sentences that warn and never block. */
export const addressWarnings = those('warning')
