/** Destinations of money as one text each: apart from the summaries, which every list loads. */
import { addressKey } from '../../domain/address-ends'

/** The texts of `Moved.destination`. Whatever may be written in several ways is written in one. */
export const destinationKeys = {
  account: (id: string) => `account ${id.toLowerCase()}`,
  address: (address: string, network: string) => `address ${network.toUpperCase()} ${addressKey(address)}`,
  profile: (id: string) => `profile ${id.toLowerCase()}`,
}
export type DestinationKind = keyof typeof destinationKeys

/** Takes such a text apart; undefined if it is none. */
export function destinationOf(
  text: string | undefined,
): { kind: DestinationKind; value: string; network?: string } | undefined {
  const [, account, network, address, profile] =
    /^(?:account (\S+)|address (\S+) (\S+)|profile (\S+))$/.exec(text ?? '') ?? []
  if (account) return { kind: 'account', value: account }
  if (address) return { kind: 'address', value: address, network }
  return profile ? { kind: 'profile', value: profile } : undefined
}
