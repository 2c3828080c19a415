/** What a transfer says of its money, and whether that can be right: its side of the balance, and amounts without a sign. */
import type { DecodedTransfer } from './reading'

type Side = 'DEBIT' | 'CREDIT'
type Sided = { type?: string; direction?: string }

const sidesByWord: Record<string, Side> = { DEPOSIT: 'CREDIT', CREDIT: 'CREDIT', WITHDRAWAL: 'DEBIT', DEBIT: 'DEBIT' }
const sideIn = (text = ''): Side | undefined => sidesByWord[/(?:^|_)([A-Z]+)$/.exec(text)?.[1] ?? '']

const sidesOf = ({ type, direction }: Sided) => new Set([sideIn(direction), sideIn(type)].flatMap((side) => side ?? []))

/** Whether direction and type name different sides of the balance. */
export const hasTwoSides = (known: Sided) => sidesOf(known).size > 1

/** The side of the balance by direction and type; undefined if neither names one, or they contradict each other. */
export function sideOf(known: Sided): Side | undefined {
  const [side, other] = sidesOf(known)
  return other ? undefined : side
}

/** The side of the balance that texts may claim: the provider's direction, unless the type contradicts it. */
export function claimedSide(known: Sided): 'credited' | 'debited' | undefined {
  if (hasTwoSides(known)) return undefined
  return known.direction === 'CREDIT' ? 'credited' : known.direction === 'DEBIT' ? 'debited' : undefined
}

/** The amounts with a minus, although the spec gives them no sign. */
export const negativeAmounts = (known: DecodedTransfer['known']) =>
  (['amount', 'fee', 'total'] as const).filter((name) => /^-[\d.]*[1-9]/.test(known[name] ?? ''))

/** Whether what it says of its money cannot be right, whatever its status. */
export const isOdd = (known: DecodedTransfer['known']) => hasTwoSides(known) || negativeAmounts(known).length > 0
