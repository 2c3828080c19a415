/** Addresses of accounts, by which our own database alone can be searched. */
import { isAddress } from '../../provider/crypto-addresses'
import { atomBits, type Finding, gapAfter, isSoftGap, joinPieces, type Scan } from './scan'
import { hexadecimal } from './shapes'

/** What has the shape of an address, with or without a valid checksum; the others are told by their checksum or length. */
const shaped = /^(?:0x[0-9a-f]{40}|G[A-Z2-7]{55}|M[A-Z2-7]{68}|(?:bc|tb|ltc|tltc)1[02-9ac-hj-np-z]{25,87})$/i
const cash = /^[qpzr][02-9ac-hj-np-z]{41,}$/i
const encoded = /^(?=.*\d)(?=.*[A-Z])[1-9A-HJ-NP-Za-km-z]{26,44}$/

export const addressFinding = ({ text }: Scan, start: number, end: number): Finding => ({
  start,
  end,
  label: 'Address',
  identifier: { kind: 'address', value: text.slice(start, end).replace(/\s/g, '') },
  isAddress: true,
})

export function addressAt(scan: Scan, at: number): Finding | undefined {
  const atom = scan.atoms[at]
  if (!atom || !scan.isFree(atom)) return undefined
  const { text, start, end } = atom
  const found = (to: number) => addressFinding(scan, start, to)
  if (shaped.test(text) || ((cash.test(text) || encoded.test(text)) && isAddress(text))) return found(end)
  if (!/^0x[0-9a-f]{0,39}$/i.test(text) || !isSoftGap(gapAfter(scan, at))) return undefined
  const broken = joinPieces(scan, at, {
    kind: atomBits.hexPart,
    lengths: [42],
    isWhole: (joined) => hexadecimal.test(joined.slice(2)),
  })
  return broken && found(broken.end)
}
