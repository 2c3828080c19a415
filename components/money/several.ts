/** A pasted table of movements: amount, destination and reference of each. */
import type { RuleValues } from '@/components/rules/rule-values'
import { type ComboboxOption, valueNamed } from '@/components/ui/combobox'
import type { NewMovement } from '@/lib/api/console/movements/movement-input'
import type { WishKind } from '@/lib/api/console/movements/plans'
import { DecimalSum } from '@/lib/domain/decimals'
import { amountOf, findRule, type KnownRule, planOf, termsOf, type WishValues, wishAmountError, wishRule } from './wish'

/** Each line is recorded and, if its rule is new, sent on its own: one after the other, while the person waits. */
export const mostLines = 50

/** A line as pasted, counted from 1. */
export type PastedLine = { line: number; amount: string; to: string; reference: string }

/** Columns as spreadsheets copy them; else by semicolons, or by commas that no digits follow. */
function cellsOf(line: string): string[] {
  const mark = line.includes('\t') ? /\t/ : line.includes(';') ? /;/ : /,(?!\d)/
  return line.split(mark).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
}

/** The lines that are filled in; a head whose first column is no number is left out. */
export function pastedLines(text: string): PastedLine[] {
  const lines = text.split(/\r\n|[\r\n]/).flatMap((one, at) => {
    if (one.trim() === '') return []
    const [amount = '', to = '', ...reference] = cellsOf(one)
    return [{ line: at + 1, amount, to, reference: reference.filter(Boolean).join(' ') }]
  })
  const [first, ...others] = lines
  return first && others.length > 0 && !/\d/.test(first.amount) ? others : lines
}

export type Choices = { accounts: readonly ComboboxOption[]; profiles: readonly ComboboxOption[] }

export type CheckedLine = PastedLine & { terms: RuleValues; error?: string }

const nounOf = { none: 'destination', crypto: 'address', fiat: 'fiat account', profile: 'profile' }

function withDestination(terms: RuleValues, { to, reference }: PastedLine, choices: Choices): RuleValues {
  const { destination } = terms
  const filled: RuleValues['destination'] = {
    crypto: { ...destination.crypto, address: to },
    fiat: {
      fiat_account_id: valueNamed(choices.accounts, to),
      memo: reference || destination.fiat.memo,
    },
    profile: { profile_id: valueNamed(choices.profiles, to) },
  }
  return { ...terms, destination: filled }
}

/** Why a destination is not one of ours; addresses are checked with the rule. */
function destinationError({ destination_kind: kind, destination }: RuleValues, to: string, choices: Choices) {
  if (kind === 'none') return 'Choose in the sentence where the money goes.'
  if (to === '') return `Enter the ${nounOf[kind]}.`
  const isKnown = (options: readonly ComboboxOption[], id: string) => options.some(({ value }) => value === id)
  if (kind === 'fiat' && !isKnown(choices.accounts, destination.fiat.fiat_account_id))
    return `No fiat account that was registered here is called “${to}”.`
  if (kind === 'profile' && !isKnown(choices.profiles, destination.profile.profile_id))
    return `No profile is called “${to}”.`
  return undefined
}

/** @param errorOf what the rule form finds wrong with a line's rule */
export function checkedLines(
  values: WishValues,
  choices: Choices,
  errorOf: (terms: RuleValues) => string | undefined = () => undefined,
): CheckedLine[] {
  const own = termsOf(values)
  return pastedLines(values.several).map((pasted) => {
    const terms = withDestination(own, pasted, choices)
    const error =
      wishAmountError(pasted.amount, own.source_asset) ?? destinationError(terms, pasted.to, choices) ?? errorOf(terms)
    return { ...pasted, terms, ...(error && { error }) }
  })
}

/** The sum of the lines whose amounts are decimals. */
export function sumOfLines(lines: readonly PastedLine[]): string {
  const sum = new DecimalSum()
  for (const { amount } of lines) sum.add(amountOf(amount))
  return String(sum)
}

/** A movement to record, and whether the rule that it names must still be created. */
export type WishStep = { id: string; plan: NewMovement; isNew: boolean }

/** How many ids a form needs: one for its own rule, and for each line one of a movement and one of a rule. */
export const idsNeeded = (lines: number) => 1 + 2 * lines

const existing = ({ intent }: KnownRule) => ({ id: intent.id, reference: intent.ref_id ?? intent.id })

/** The steps of one movement. @param id of the movement */
export function stepOf(values: WishValues, id: string, rules: readonly KnownRule[]): WishStep {
  const terms = termsOf(values)
  const rule = findRule(rules, values.kind, terms)
  const [own = ''] = values.ids
  const intent = rule ? existing(rule) : { id: own, reference: own }
  return { id, plan: planOf(values, values.amount, terms, intent), isNew: !rule }
}

/** The same of each line: lines that do the same share a rule. */
export function stepsOfLines(
  values: WishValues,
  lines: readonly CheckedLine[],
  rules: readonly KnownRule[],
): WishStep[] {
  const made = new Map<string, string>()
  return lines.map(({ terms, amount, reference }, at) => {
    const { kind, ids } = values
    const [id = '', fresh = ''] = ids.slice(1 + 2 * at)
    const rule = findRule(rules, kind, terms)
    const key = ruleKey(kind, terms)
    const intent = rule ? existing(rule) : { id: made.get(key) ?? fresh, reference: made.get(key) ?? fresh }
    if (!rule) made.set(key, intent.id)
    const label = reference || values.label
    return { id, plan: planOf({ kind, label: label.slice(0, 100) }, amount, terms, intent), isNew: !rule }
  })
}

/** How many rules the lines need that are right. */
export const rulesOfLines = (kind: WishKind, lines: readonly CheckedLine[]): number =>
  new Set(lines.flatMap(({ terms, error }) => (error ? [] : ruleKey(kind, terms)))).size

const ruleKey = (kind: WishKind, terms: RuleValues) => JSON.stringify(wishRule(kind, terms, ''))
