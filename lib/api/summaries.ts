/** What a write asks for in a few words, as the activity lists it: kept in the clear, so no whole account number is in it. */
import { endOfNumber } from './account-numbers'
import type { WriteName } from './intents'
import { isObject } from './json'
import { marketAssets, markets } from './orders'

type Path = Readonly<Record<string, string>>

/** What stands at a place of a body of any shape. */
const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )

const longest = 60

/** A text as one short line; nothing where there is none. */
function textAt(value: unknown, ...names: string[]): string | undefined {
  const found = at(value, ...names)
  if (typeof found !== 'string') return undefined
  const line = found.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  // By characters, so that none is cut in two.
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line || undefined
}

/** Digits as they came, the whole part grouped by commas; what is no decimal stays as it is. */
function grouped(text: string): string {
  const [, whole, fraction] = /^(\d*)(\.\d+)?$/.exec(text) ?? []
  return whole === undefined ? text : `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction ?? ''}`
}

function amountAt(body: unknown, name: string): string | undefined {
  const text = textAt(body, name)
  return text && grouped(text)
}

const joined = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(', ')
const shortened = (id: string) => (id.length > 15 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)

function sidesOf(market: string): { base: string; quote: string } | undefined {
  const known = markets.find((name) => name === market)
  return known && marketAssets(known)
}

function orderSummary(body: unknown): string {
  const side = { BUY: 'Buy', SELL: 'Sell' }[textAt(body, 'side') ?? ''] ?? 'Order'
  const market = textAt(body, 'market') ?? 'an unnamed market'
  const { base = market, quote = '' } = sidesOf(market) ?? {}
  const [amount, worth] = [amountAt(body, 'base_amount'), amountAt(body, 'quote_amount')]
  const [price, stop] = [amountAt(body, 'price'), amountAt(body, 'stop_price')]
  const type = textAt(body, 'type') ?? ''
  const priced = (word: string, text: string | undefined) => text && `${word} ${text} ${quote}`.trim()
  const what = amount ? `${amount} ${base}` : base
  return joined(
    `${side} ${what}${worth ? ` for ${worth} ${quote}`.trimEnd() : ''}`,
    type === 'MARKET' && 'at market',
    priced('stop', stop),
    priced(type === 'POST_ONLY_LIMIT' ? 'post-only limit' : 'limit', price),
  )
}

const plain = (text: string) => text.replace(/[\p{C}\p{Z}.-]/gu, '').toLowerCase()

function accountNumberOf(body: unknown): string {
  const number = at(body, 'fiat_network_instructions', 'wire', 'account_number')
  return typeof number === 'string' ? number : ''
}

/** A body's texts as far as nobody has written the account number into them. */
function withoutNumber(body: unknown, number: string) {
  const end = plain(number).slice(-5)
  return (...names: string[]): string | undefined => {
    const whole = at(body, ...names)
    const isTold = end.length === 5 && typeof whole === 'string' && plain(whole).includes(end)
    return isTold ? undefined : textAt(body, ...names)
  }
}

/** The account that wire instructions name: "Northgate Trust ••0087". */
function accountOf(body: unknown): string | undefined {
  const number = accountNumberOf(body)
  const text = withoutNumber(body, number)
  const person = ['first_name', 'last_name'].map((name) => text('fiat_account_owner', 'person_details', name))
  const name =
    text('fiat_network_instructions', 'wire', 'routing_details', 'bank_name') ??
    text('fiat_account_owner', 'institution_details', 'name') ??
    person.filter(Boolean).join(' ')
  return [name, number && endOfNumber(number)].filter(Boolean).join(' ') || undefined
}

const way = (network: string | undefined) => (!network || network.toUpperCase() === 'WIRE' ? 'wire' : network)

function ruleSummary(body: unknown): string {
  const [from, to] = [textAt(body, 'source_asset') ?? 'money', textAt(body, 'destination_asset') ?? 'money']
  const [source, destination] = [at(body, 'source'), at(body, 'destination')]
  const on = (side: unknown) => {
    const network = textAt(side, 'crypto', 'network')
    return network ? ` on ${network}` : ' on a network'
  }
  const profile = (side: unknown) => {
    const id = textAt(side, 'profile', 'profile_id')
    return id ? `profile ${shortened(id)}` : 'a profile'
  }
  const arrives = at(source, 'fiat')
    ? ` by ${way(textAt(source, 'fiat', 'network'))}`
    : at(source, 'crypto')
      ? on(source)
      : at(source, 'profile')
        ? ` in ${profile(source)}`
        : ''
  const leaves = at(destination, 'fiat')
    ? ' by wire'
    : at(destination, 'crypto')
      ? on(destination)
      : at(destination, 'profile')
        ? ` in ${profile(destination)}`
        : ''
  return joined(`${from}${arrives} to ${to}${leaves}`, textAt(body, 'nickname'))
}

function depositSummary(body: unknown): string {
  const amount = amountAt(body, 'amount')
  const memo = withoutNumber(body, accountNumberOf(body))('memo_id')
  return joined(
    `Deposit ${[amount, textAt(body, 'asset') ?? 'money'].filter(Boolean).join(' ')}`,
    memo && `memo ${memo}`,
  )
}

const summaries: Record<WriteName, (path: Path, body: unknown) => string> = {
  createOrder: (_, body) => orderSummary(body),
  createFiatAccount: (_, body) => joined('Register fiat account', accountOf(body)),
  updateFiatAccount: (path, body) =>
    joined(`Change fiat account ${shortened(textAt(path, 'id') ?? '')}`.trim(), accountOf(body)),
  createRule: (_, body) => ruleSummary(body),
  initiateSandboxFiatDeposit: (_, body) => depositSummary(body),
}

/**
 * What a write asks for: "Sell 12.50 BTC, limit 92,000.00 USD". Of an account number its last four at most; digits of
 * amounts as they came. Takes a body of any shape.
 */
export const summaryOf = (operation: WriteName, path: Path, body: unknown): string => summaries[operation](path, body)
