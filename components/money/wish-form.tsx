'use client'
/** Move money: a wish as one sentence, what it sets in motion, and the review that starts it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Earlier, FormDescription, FormSession, FormStep, Submit } from '@/components/forms/description'
import { TextField } from '@/components/forms/fields'
import { loadedLater } from '@/components/forms/form-checks'
import { useFormFacts, useFormPage, useFormState } from '@/components/forms/form-context'
import { focusField } from '@/components/forms/form-error-summary'
import { FormPage } from '@/components/forms/form-page'
import { useFormStore, useFormValue, useFormValues } from '@/components/forms/form-store'
import { type RuleValues, ruleValuesFrom } from '@/components/rules/rule-values'
import { amountText } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { useFieldFocus } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { SkeletonLines } from '@/components/ui/section'
import { useDelayed, useWhole } from '@/components/ui/time'
import { ToggleGroup } from '@/components/ui/toggle-group'
import { newIntentId } from '@/lib/browser/form-drafts'
import { uuidPattern } from '@/lib/domain/values'
import { type WishKind, wishKinds } from '@/lib/features/money/plans'
import { type LoadedMovement, movementRead } from './movement-read'
import { pastedTable } from './pasted-lines'
import { ruleWrite } from './plan-writes'
import { checkedLines, idsOfTable } from './several'
import {
  blankTerms,
  blankWish,
  defaultWish,
  findRule,
  meantTerms,
  termsFromRoute,
  termsOf,
  type WishValues,
  wishAgain,
  wishTerms,
} from './wish'
import { WishNotes } from './wish-notes'
import { WishOutline } from './wish-outline'
import { useKnown, useLastLike } from './wish-reads'
import {
  isSeveral,
  knownIn,
  moneyOf,
  moneyToConfirm,
  newRules,
  readSteps,
  ruleInput,
  stepsAhead,
  wishAction,
  wishReview,
} from './wish-review'
import { WishSentence } from './wish-sentence'

const SeveralLines = lazyPart('The table of several movements', () => import('./several-lines'))

const path = 'money/new'
const intro = 'Say what should happen. Nothing is sent until you confirm.'
const titles: Record<FormStep, string> = { details: 'Move money', review: 'Review movement' }
const kindOptions = wishKinds.map((kind) => [kind, wishTerms[kind].verb] as const)

const wishDescription: FormDescription<WishValues> = {
  ...ruleWrite,
  blank: blankWish(),
  toInput: ruleInput,
  fieldFor: (named, { kind, ...values }) => {
    // Of a plan, or of its rule.
    if (named === 'amount' || named === 'label') return named
    const error = named.replace(/^rule\./, '')
    if (isSeveral(values) && error.startsWith('destination')) return 'several'
    return `${kind}.${error === 'source' || error === 'destination' ? `${error}_kind` : error}`
  },
  review: wishReview,
  steps: stepsAhead,
  Fields: WishFields,
  Comparison: WishReviewNotes,
  useSubmit: useWishSubmit,
  ...loadedLater<WishValues>(async () => (await import('./wish-checks')).wishChecks),
  whole: {
    path,
    noun: 'movement',
    titles,
    intro,
    // Ids alone are no draft: those of lines that are gone are kept for others.
    isBlank: (values, blank) => JSON.stringify({ ...values, ids: [] }) === JSON.stringify({ ...blank, ids: [] }),
    restored: (values, blank, given) => ({
      ...values,
      ...Object.fromEntries(wishKinds.map((kind) => [kind, withAccount(values[kind], blank[kind], given)])),
      ids: idsOfTable(values, values.several, newIntentId),
    }),
    profileOf: (values) => termsOf(values).profile_id,
    useEarlier: useEarlierMovement,
    writes: newRules,
    readSteps,
    amountToConfirm: moneyToConfirm,
    resultOf: (intent, values) => (isSeveral(values) ? 'money' : `money/${intent}`),
  },
}

/** The account that was missing may have been registered meanwhile; a `given` one was registered for this. */
function withAccount(terms: RuleValues, blank: RuleValues, given?: string): RuleValues {
  const { destination } = terms
  const fiat_account_id = given ?? (destination.fiat.fiat_account_id || blank.destination.fiat.fiat_account_id)
  return { ...terms, destination: { ...destination, fiat: { ...destination.fiat, fiat_account_id } } }
}

/** `name` is the person's, as the outline says it. */
type WishProps = { session: FormSession & { name: string }; step: FormStep }

/** The page of a wish, once it is known what is chosen before anything is typed. */
export function WishForm({ session, step }: WishProps) {
  const { environment, name } = session
  const { known, isRead, runs } = useKnown(session, name)
  const [blank, setBlank] = useState<WishValues>()
  if (!blank && isRead) {
    // Whoever pays to an account that was made elsewhere says so.
    const account = known.accounts.find(({ isElsewhere }) => !isElsewhere)?.value ?? ''
    const chosen = { profile: known.profiles[0]?.value ?? '', account }
    setBlank(defaultWish(blankWish('mint', [newIntentId()]), known.rules.rules, chosen))
  }
  const terms = termsOf(blank ?? blankWish())
  const last = useLastLike(environment, terms, findRule(known.rules.rules, 'mint', terms)?.route.memo)
  const isWhole = useWhole(blank !== undefined && runs !== undefined && !last.isPending)
  if (blank && isWhole) return <FormPage form={{ ...wishDescription, blank, known }} session={session} step={step} />
  return (
    <>
      <h1 tabIndex={-1}>{titles[step]}</h1>
      <p className="mb-5 text-sm text-ink-3">{step === 'details' && intro}</p>
      <Bones />
    </>
  )
}

/** Where the wishes and the sentence will be. */
const Bones = () => useDelayed(true) && <SkeletonLines widths={[320, 640, 384]} className="pt-2" />

function useWish() {
  const { environment, ...context } = useFormFacts()
  const values = useFormValues<WishValues>()
  const known = knownIn(context)
  const terms = meantTerms(values.kind, termsOf(values))
  return { environment, values, known, terms, found: findRule(known.rules.rules, values.kind, terms) }
}

function WishFields() {
  const { environment, values, known, terms, found } = useWish()
  const { clearErrors } = useFormState()
  const store = useFormStore<WishValues>()
  const last = useLastLike(environment, terms, found?.route.memo)
  const [isTableOpen, setTableOpen] = useState(false)
  const { kind, several } = values
  const { accounts, recipients, names, rules } = known
  useFieldFocus('amount')
  const typeTable = (text: string, change: 'typing' | 'set') =>
    store.change({ several: text, ids: idsOfTable(store.values(), text, newIntentId) }, change)
  const amount = moneyOf(values, known)?.text
  const isTable = isSeveral(values)
  const { problem, unread } = pastedTable(several)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 [&_label]:min-h-11 [&_label]:px-4 [&_label]:text-md sm:[&_label]:min-h-[34px]">
        <KindChoice />
        <Button
          kind="plain"
          aria-expanded={isTableOpen || isTable}
          onClick={() => {
            setTableOpen(true)
            clearErrors()
            // Of a table that is open already.
            focusField('several')
          }}
        >
          Several at once
        </Button>
      </div>
      <WishSentence accounts={accounts} recipients={recipients} isSeveral={isTable} rules={rules.rules} />
      {isTableOpen || isTable ? (
        <SeveralLines
          environment={environment}
          problem={problem}
          unread={unread}
          kind={kind}
          names={names}
          accounts={accounts}
          lines={isTable ? checkedLines(values, known) : []}
          isOpened={isTableOpen}
          onType={(text) => typeTable(text, 'typing')}
          rules={rules.rules}
          asset={terms.source_asset}
          onClose={() => {
            typeTable('', 'set')
            setTableOpen(false)
            // Once it is drawn.
            requestAnimationFrame(() => focusField('amount'))
          }}
        />
      ) : (
        <WishNotes
          environment={environment}
          kind={kind}
          terms={terms}
          found={found}
          names={names}
          accounts={accounts}
          rules={rules}
          runs={known.runs}
        />
      )}
      <WishOutline
        last={last}
        names={names}
        accounts={accounts}
        name={known.name}
        terms={isTable ? { ...terms, destination: blankTerms(kind).destination } : terms}
        {...(isTable ? { sum: amount ?? '' } : { amount })}
        rule={isTable ? undefined : found}
      />
      <div className="mt-5 max-w-[640px]">
        <TextField name="label" label="Name of the movement" isOptional />
      </div>
    </>
  )
}

function KindChoice() {
  const kind = useFormValue((values: WishValues) => values.kind)
  const { clearErrors } = useFormState()
  const { set } = useFormStore()
  const choose = (one: WishKind) => {
    set('kind', one)
    // What was wrong with another wish is no longer said.
    clearErrors()
  }
  return <ToggleGroup label="What to do" options={kindOptions} value={kind} onChange={choose} />
}

function useWishSubmit(): Submit {
  const { values, known } = useWish()
  if (!moneyOf(values, known)) return {}
  const action = wishAction(values, known)
  return { label: `Review: ${action.charAt(0).toLowerCase()}${action.slice(1)}` }
}

/** What to look at before it is sent, as beside the sentence. */
function WishReviewNotes({ values }: { values: WishValues }) {
  const page = useFormPage()
  const { accounts, names, rules, runs } = knownIn(page)
  const terms = meantTerms(values.kind, termsOf(values))
  if (isSeveral(values)) return null
  const found = findRule(rules.rules, values.kind, terms)
  return (
    <div className="mb-5">
      <WishNotes
        terms={terms}
        found={found}
        names={names}
        accounts={accounts}
        rules={rules}
        runs={runs}
        environment={page.environment}
        kind={values.kind}
        isReview
      />
    </div>
  )
}

/** What an earlier movement did, from its plan or from the rule that moved it. */
function templateOf({ plan, requests = [] }: LoadedMovement): Parameters<typeof wishAgain>[1] | undefined {
  if (plan) return { kind: plan.kind, label: plan.label, terms: ruleValuesFrom(plan.rule) }
  const route = requests.find(({ route: known }) => known)?.route
  return route && { terms: termsFromRoute(route) }
}

function useEarlierMovement(id: string, isOn: boolean, blank: WishValues): Earlier<WishValues> {
  const { environment } = useFormPage()
  const isId = uuidPattern.test(id)
  const { data, ...read } = useQuery({
    ...movementRead(useQueryClient(), environment, id),
    enabled: isOn && isId,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isId) return { ...read, isPending: false, refusal: 'The address names none.' }
  if (!data) return read
  const template = templateOf(data)
  const values = template && wishAgain(blank, template)
  if (!values) return { ...read, refusal: 'No rule that was made here moved it.' }
  const amount = data.plan && `${amountText(data.plan.amount)} ${termsOf(values).source_asset}`
  const name = amount ? `an earlier movement of ${amount}` : 'an earlier movement'
  return { ...read, copy: { values, name, note: `As ${name}. Enter the new amount.` } }
}
