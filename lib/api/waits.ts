/** What money or a request waits for, in the words that pages, views and notices share. */
import type { Meaning } from './transfer-meaning'

/** `approval` of a transfer is given at the provider, `request` by colleagues in Mintdesk. */
export type Wait = Exclude<Meaning, 'failed' | 'completed'> | 'wire' | 'deposit' | 'money' | 'transfer' | 'request'

export const waits: Record<Wait, string> = {
  wire: 'the wire',
  deposit: 'the deposit',
  money: 'the money',
  transfer: 'the transfer',
  request: 'approval',
  approval: 'approval at the provider',
  'travel-rule': 'travel rule details',
  destination: 'the recipient',
  'fee-quote': 'a new fee quote',
  unclear: 'the provider',
  pending: 'the provider',
}

export const waitingFor = (wait: Wait) => `Waiting for ${waits[wait]}`

/** Of a transfer that has ended nothing is waited for but what the provider says of it. */
export const waitOf = (meaning: Meaning): Wait =>
  meaning === 'failed' || meaning === 'completed' ? 'unclear' : meaning

/** What ends the hold of a transfer that waits for a person. */
export const heldUntil: Partial<Record<Meaning, string>> = {
  'travel-rule': 'the details are sent',
  approval: 'it is approved',
  destination: 'the recipient has acted',
  'fee-quote': 'the fee is quoted again',
}
