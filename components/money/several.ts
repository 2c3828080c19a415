/** A pasted table of movements: amount, destination and reference of each. */
import type { RuleValues } from '@/components/rules/rule-values'
import { type ComboboxOption, optionsNamed, valueNamed } from '@/components/ui/combobox'
import { DecimalSum } from '@/lib/domain/decimals'
import type { NewMovement } from '@/lib/features/money/input'
import type { WishKind } from '@/lib/features/money/plans'
import { type PastedLine, pastedTable } from './pasted-lines'
import { amountOf, findRule, type KnownRule, planOf, termsOf, type WishValues, wishAmountError, wishRule } from './wish'

/** Each line is recorded and, if its rule is new, sent on its own: one after the other, while the person waits. */
export const mostLines = 50

export type Choices = { accounts: readonly ComboboxOption[]; profiles: readonly ComboboxOption[] }

/** `hasAmount`: its amount is certain and can be moved, whatever else is wrong with the line. */
export type CheckedLine = PastedLine & { terms: RuleValues; hasAmount: boolean }

const nounOf = { none: 'destination', crypto: 'address', fiat: 'fiat account', profile: 'profile' }

function withDestination(terms: RuleValues, { to, reference }: PastedLine, choices: Choices): RuleValues {
  const { destination } = terms
  const filled: RuleValues['destination'] = {
    crypto: { ...destination.crypto, address: to },
    fiat: { fiat_account_id: valueNamed(choices.accounts, to), memo: reference || destination.fiat.memo },
    profile: { profile_id: valueNamed(choices.profiles, to) },
  }
  return { ...terms, destination: filled }
}

/** Why a destination is not one of ours; addresses are checked with the rule. */
function destinationError({ destination_kind: kind }: RuleValues, to: string, choices: Choices) {
  if (kind === 'none') return 'Choose in the sentence where the money goes.'
  if (to === '') return `Enter the ${nounOf[kind]}.`
  if (kind === 'crypto') return undefined
  const [known, ...more] = optionsNamed(kind === 'fiat' ? choices.accounts : choices.profiles, to)
  if (known && more.length === 0) return undefined
  if (known) return namesakesError(nounOf[kind], to, [known, ...more])
  return kind === 'fiat'
    ? `No fiat account that was registered here is called “${to}”.`
    : `No profile is called “${to}”.`
}

/** Two accounts of one owner differ by their bank. */
function namesakesError(noun: string, to: string, options: readonly ComboboxOption[]): string {
  const others = options.flatMap(({ code }) => (code && optionsNamed(options, code).length === 1 ? `“${code}”` : []))
  const how = others.length === options.length ? `Write ${others.join(' or ')} instead.` : 'Write its ID instead.'
  return `${options.length} ${noun}s are called “${to}”. ${how}`
}

/** @param errorOf what the rule form finds wrong with a line's rule */
export function checkedLines(
  values: WishValues,
  choices: Choices,
  errorOf: (terms: RuleValues) => string | undefined = () => undefined,
): CheckedLine[] {
  const own = termsOf(values)
  return pastedTable(values.several).lines.map((pasted) => {
    const terms = withDestination(own, pasted, choices)
    const amountProblem = pasted.error ?? wishAmountError(pasted.amount, own.source_asset)
    const error = amountProblem ?? destinationError(terms, pasted.to, choices) ?? errorOf(terms)
    return { ...pasted, terms, hasAmount: amountProblem === undefined, ...(error && { error }) }
  })
}

/** The sum of all lines; undefined if there are none, or the amount of one is not certain. */
export function sumOfLines(lines: readonly CheckedLine[]): string | undefined {
  if (lines.length === 0 || !lines.every(({ hasAmount }) => hasAmount)) return undefined
  const sum = new DecimalSum()
  for (const { amount } of lines) sum.add(amountOf(amount))
  return String(sum)
}

/** A movement to record, and whether the rule that it names must still be created. */
export type WishStep = { id: string; plan: NewMovement; isNew: boolean }

/** How many ids a form needs: one for its own rule, and for each line one of a movement and one of a rule. */
export const idsNeeded = (lines: number) => 1 + 2 * lines

/**
 * The ids of a form whose table was changed. They are made with the lines and kept with the draft, so that a copy of the
 * draft, in another tab or after a reload, makes the same movements and no others. A line that is the same keeps its ids
 * wherever it stands; the ids of lines that are gone go to those that took their place, and none is ever given up.
 * @param newId makes one
 */
export function idsOfTable(
  before: Pick<WishValues, 'ids' | 'several'>,
  several: string,
  newId: () => string,
): string[] {
  const [own = newId(), ...pairs] = before.ids
  const free: ({ key?: string; ids: [string, string] } | undefined)[] = []
  const known = keysOf(before.several)
  for (let at = 0; at < Math.max(pairs.length / 2, known.length); at += 1)
    free.push({ key: known[at], ids: [pairs[2 * at] ?? newId(), pairs[2 * at + 1] ?? newId()] })
  const take = (at: number) => {
    const found = free[at]?.ids
    if (found) free[at] = undefined
    return found
  }
  const wanted = keysOf(several)
  const same = wanted.map((key) => take(free.findIndex((one) => one?.key === key)))
  const next = same.map((ids) => ids ?? take(free.findIndex((one) => one !== undefined)) ?? [newId(), newId()])
  return [own, ...next.flat(), ...free.flatMap((one) => one?.ids ?? [])]
}

/** Equal for lines that say the same. */
const keysOf = (several: string) =>
  pastedTable(several).lines.map(({ amount, to, reference }) => JSON.stringify([amount, to, reference]))

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
