/** What a wish becomes once it is reviewed: facts, the rules that are new, and the calls that start it. */
import {
  type FormContext,
  fact,
  filledFacts,
  type Review,
  type SendStep,
  type Step,
  sentenceText,
} from '@/components/forms/description'
import { NamedProfile } from '@/components/records/profile-names'
import { ruleNetworkLabel, ruleSentence } from '@/components/rules/labels'
import { amountText } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy'
import { countText } from '@/lib/browser/labels'
import { callConsole } from '@/lib/browser/operation'
import { sendWrite, type WriteInput } from '@/lib/browser/send-write'
import { compareDecimals } from '@/lib/domain/decimals'
import { normalizeAddress } from '@/lib/domain/normalize-input'
import { moneyRows } from '@/lib/features/money/operations'
import type { AssetAmount } from '@/lib/provider/order-terms'
import { stationsAhead } from './outline'
import { ruleWrite } from './plan-writes'
import { checkedLines, stepOf, stepsOfLines, sumOfLines, type WishStep } from './several'
import {
  amountOf,
  findRule,
  type KnownRule,
  meantTerms,
  staysTexts,
  termsOf,
  type WishValues,
  wishAmountError,
  wishRule,
  wishTerms,
} from './wish'
import type { Known } from './wish-reads'

/** What the form of a wish has read; its page passes it on. */
export const knownIn = ({ known }: Pick<FormContext, 'known'>) => known as Known

export const isSeveral = ({ several }: Pick<WishValues, 'several'>) => several.trim() !== ''

/** What moves in all; undefined while it is not certain. */
export function moneyOf(values: WishValues, known: Known): AssetAmount | undefined {
  const asset = termsOf(values).source_asset
  if (!isSeveral(values))
    return wishAmountError(values.amount, asset) === undefined ? { text: amountOf(values.amount), asset } : undefined
  const text = sumOfLines(checkedLines(values, known))
  return text === undefined ? undefined : { text, asset }
}

/** What is typed before it is sent: in production, and over the desk's figure. */
export function moneyToConfirm(values: WishValues, context: FormContext) {
  const money = moneyOf(values, knownIn(context))
  const isLarge = money && (compareDecimals(money.text, context.figure) ?? 0) > 0
  if (!money || !(isLarge || context.environment === 'production')) return undefined
  return { name: isSeveral(values) ? ('total' as const) : ('amount' as const), money }
}

/** The rule of the wish, or of the first of several: its schema checks what is typed. */
export function ruleInput(values: WishValues, context: FormContext): WriteInput {
  const [first] = isSeveral(values) ? checkedLines(values, knownIn(context)) : []
  return { body: wishRule(values.kind, first?.terms ?? termsOf(values), values.ids[0] ?? '') }
}

const movementsOf = (values: WishValues, context: FormContext, rules: readonly KnownRule[]): WishStep[] =>
  isSeveral(values)
    ? stepsOfLines(values, checkedLines(values, knownIn(context)), rules)
    : [stepOf(values, context.intent, rules)]

/** Movements that do the same share a rule. */
const isFirstOfRule = ({ plan, isNew }: WishStep, at: number, all: readonly WishStep[]) =>
  isNew && all.findIndex((one) => one.plan.rule_intent === plan.rule_intent) === at

/** The rules that do not exist yet. */
export const newRules = (values: WishValues, context: FormContext): WriteInput[] =>
  movementsOf(values, context, knownIn(context).rules.rules)
    .filter(isFirstOfRule)
    .map(({ plan }) => ({ body: plan.rule }))

/** Each movement with its rule before the next: a refusal leaves those before it complete. */
export async function readSteps(
  values: WishValues,
  context: FormContext,
  reason: string | undefined,
): Promise<SendStep[]> {
  const { environment } = context
  // As they are known now, so that none is made twice.
  const movements = movementsOf(values, context, await knownIn(context).readRules())
  return movements.flatMap((movement, at) => {
    const { id, plan } = movement
    const isFirst = isFirstOfRule(movement, at, movements)
    const begun = at === 0 ? '' : `${countText(at, 'movement')} ${at === 1 ? 'has' : 'have'} begun before it.`
    const part = {
      view: [isSeveral(values) ? 'money' : `money/${id}`, 'View the movement'] as const,
      ids: isFirst ? [id, plan.rule_intent] : [id],
    }
    const planned: SendStep = {
      send: () => callConsole(environment, moneyRows.planMovement, { values: { id }, body: plan }),
      part: { ...part, noun: 'movement', isProviders: false, before: begun },
    }
    const created: SendStep = {
      send: () => sendWrite(environment, ruleWrite.operation, { body: plan.rule }, plan.rule_intent, reason),
      part: { ...part, noun: 'rule', isProviders: true, before: `The movement is planned. ${begun}`.trim() },
    }
    return isFirst ? [planned, created] : [planned]
  })
}

export function wishAction(values: WishValues, known: Known): string {
  const { verb } = wishTerms[values.kind]
  const money = moneyOf(values, known)
  if (!money) return verb
  const action = `${verb} ${amountText(money.text)} ${money.asset}`
  return isSeveral(values) ? `${action} in ${countText(checkedLines(values, known).length, 'movement')}` : action
}

export function wishReview(values: WishValues, context: FormContext): Review {
  const known = knownIn(context)
  const { environment } = context
  const { kind, label } = values
  const terms = meantTerms(kind, termsOf(values))
  const { source_kind, destination_kind, source, destination } = terms
  const accountNames = Object.fromEntries(known.accounts.map(({ value, label, code }) => [value, code ?? label]))
  const accountText = (id: string) => {
    const account = known.accounts.find(({ value }) => value === id)
    return account ? [account.label, account.code].filter(Boolean).join(', ') : id
  }
  const arrives = {
    fiat: 'by wire',
    crypto: `at a deposit address on ${ruleNetworkLabel(source.crypto.network)}`,
    profile: 'in the profile',
  }
  const at = `${kind}.destination`
  const destinationFacts = {
    none: [{ name: 'Then', field: `${kind}.destination_kind`, value: 'stays in the profile' }],
    crypto: [
      fact('Sent to', `${at}.crypto.address`, normalizeAddress(destination.crypto.address), (text) => (
        <>
          <span className="font-mono text-sm [overflow-wrap:anywhere]">{text}</span>{' '}
          <CopyButton text={text} what="address" />
        </>
      )),
      fact('On network', `${at}.crypto.network`, destination.crypto.network, ruleNetworkLabel),
    ],
    fiat: [
      fact('Paid to', `${at}.fiat.fiat_account_id`, destination.fiat.fiat_account_id, accountText),
      fact('Wire memo', `${at}.fiat.memo`, destination.fiat.memo),
    ],
    profile: [
      fact('Moved to', `${at}.profile.profile_id`, destination.profile.profile_id, (id) => (
        <NamedProfile environment={environment} id={id} />
      )),
    ],
  }
  const lines = checkedLines(values, known).map(({ line, amount, to, reference, terms: own }) => ({
    name: `Line ${line}`,
    field: 'several',
    value: `${[`${amountText(amountOf(amount))} ${own.source_asset} to ${to}`, reference].filter(Boolean).join(', ')}; ${
      findRule(known.rules.rules, kind, own) ? 'an existing rule' : 'a new rule'
    }`,
  }))
  const { source_asset, destination_asset } = terms
  const amount = moneyOf(values, known)
  // The press moves nothing: it makes the rule, and whatever arrives later triggers it.
  const isStanding = amount && source_kind === 'profile' && !isSeveral(values) && newRules(values, context).length > 0
  return {
    action: isStanding
      ? `Create rule and expect ${amountText(amount.text)} ${amount.asset}`
      : wishAction(values, known),
    heading: `${wishTerms[kind].verb} ${kind === 'pay-out' ? source_asset : `${source_asset} into ${destination_asset}`}`,
    summary: isSeveral(values)
      ? `${wishTerms[kind].verb} in ${countText(lines.length, 'movement')}, each with a page of its own.`
      : sentenceText(ruleSentence(terms, known.names, accountNames)),
    amount,
    facts: [
      ...(isSeveral(values)
        ? []
        : [fact('Amount', 'amount', values.amount, (text) => `${amountText(amountOf(text))} ${terms.source_asset}`)]),
      {
        name: 'Arrives',
        value: arrives[source_kind],
        // A wire is the only way in of a mint.
        ...(source_kind !== 'fiat' && { field: `${kind}.source_kind` }),
      },
      fact('Profile', `${kind}.profile_id`, terms.profile_id, (id) => (
        <NamedProfile environment={environment} id={id} />
      )),
      ...(terms.source_asset === terms.destination_asset
        ? []
        : [fact('Into', `${kind}.destination_asset`, terms.destination_asset)]),
      ...(isSeveral(values) ? lines : destinationFacts[destination_kind]),
      ...filledFacts([fact('Name of the movement', 'label', label)]),
    ],
  }
}

/** What happens once it is sent. */
export function stepsAhead(values: WishValues, context: FormContext): Step[] {
  const terms = meantTerms(values.kind, termsOf(values))
  const rules = newRules(values, context).length
  const profile = 'the profile'
  return [
    ['Movement planned', isSeveral(values) ? 'Each has a page of its own.' : 'You can follow it on the next page.'],
    ...(rules > 0
      ? [
          [
            rules === 1 ? 'Rule created' : `${rules} rules created`,
            staysTexts[terms.source_kind](terms.source_asset, profile),
          ] as const,
        ]
      : []),
    ...stationsAhead(terms).map(({ name }) => [name] as const),
  ]
}
