'use client'
/** Move money: a wish as one sentence, what it sets in motion, and one button that starts it. */
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, use, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ActIdentity } from '@/components/approvals/act-identity'
import { useAmountConfirmation } from '@/components/forms/amount-confirmation'
import { ApprovalNotice, useWeighed } from '@/components/forms/approval-notice'
import { useConfirmationFigure } from '@/components/forms/confirmation-figure'
import type { FormChecks } from '@/components/forms/description'
import { TextField } from '@/components/forms/fields'
import { FormStateContext, useFormContextAt, useFormPage } from '@/components/forms/form-context'
import { FormErrorSummary, focusField } from '@/components/forms/form-error-summary'
import { FormStoreContext, textAt, useFormStore, useFormValue, useNewStore } from '@/components/forms/form-store'
import { LeaveConfirmation, skipLeaveConfirmation } from '@/components/forms/leave-confirmation'
import { SendingBlock } from '@/components/forms/sending-block'
import { type InitialDraft, useDraft } from '@/components/forms/use-draft'
import { useValidation } from '@/components/forms/validation'
import { useProfileOptions } from '@/components/records/profile-field'
import { useRuleRuns } from '@/components/requests/rule-runs'
import { Link, replaceAddress } from '@/components/ui/address'
import { amountText } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { SkeletonLines } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { useDelayed, useWhole } from '@/components/ui/time'
import { ToggleGroup } from '@/components/ui/toggle-group'
import { type FormDraft, newIntentId, restoreShape } from '@/lib/browser/form-drafts'
import { intentsQuery } from '@/lib/browser/intents'
import { countText } from '@/lib/browser/labels'
import { rememberChoice } from '@/lib/browser/last-choices'
import { compareDecimals } from '@/lib/domain/decimals'
import { type WishKind, wishKinds } from '@/lib/features/money/plans'
import { writesOf } from '@/lib/provider/operations'
import { pastedTable } from './pasted-lines'
import { ruleWrite } from './plan-writes'
import { type Choices, checkedLines, idsNeeded, idsOfTable, stepOf, stepsOfLines, sumOfLines } from './several'
import {
  amountOf,
  blankTerms,
  blankWish,
  defaultWish,
  findRule,
  meantTerms,
  termsOf,
  usableRules,
  type WishValues,
  wishAmountError,
  wishRule,
  wishTerms,
} from './wish'
import { WishNotes } from './wish-notes'
import { WishOutline } from './wish-outline'
import { useKnownAccounts, useKnownRules, useLastLike } from './wish-reads'
import { useWishSending, WishSendingStatus } from './wish-sending'
import { WishSentence } from './wish-sentence'

const SeveralLines = lazyPart('The table of several movements', () => import('./several-lines'))

const kindOptions = wishKinds.map((kind) => [kind, wishTerms[kind].verb] as const)

export const wishHeading = (
  <>
    <h1 tabIndex={-1}>Move money</h1>
    <p className="mb-5 text-sm text-ink-3">Say what should happen. Nothing is sent until you confirm.</p>
  </>
)

export const newIds = (count = idsNeeded(0)) => Array.from({ length: count }, () => newIntentId())

/** What the shared checks of forms need: the rule's body at its blanks, and the checks of the rule form. */
const wishDescription = (blank: WishValues, choices: () => Choices) => ({
  ...ruleWrite,
  blank,
  toInput: (values: WishValues) => {
    const [first] = values.several.trim() === '' ? [] : checkedLines(values, choices())
    return { body: wishRule(values.kind, first?.terms ?? termsOf(values), values.ids[0] ?? '') }
  },
  fieldFor: (named: string, { kind, several }: WishValues) => {
    // Of a plan, or of its rule.
    if (named === 'amount' || named === 'label') return named
    const error = named.replace(/^rule\./, '')
    if (several.trim() !== '' && error.startsWith('destination')) return 'several'
    return `${kind}.${error === 'source' || error === 'destination' ? `${error}_kind` : error}`
  },
  loadChecks: async (): Promise<FormChecks<WishValues>> => {
    const { wishErrors, wishWarnings } = await import('./wish-checks')
    return { errors: (values, context) => wishErrors(values, context, choices()), warnings: wishWarnings }
  },
})

type WishProps = { name: string; draft?: FormDraft; again?: { values: WishValues; last?: string } }

export function Wish({ name, draft: kept, again }: WishProps) {
  const { environment, draftKey } = useFormPage()
  const queries = useQueryClient()
  const known = useKnownRules(environment)
  const { accounts, isPending: areAccountsPending } = useKnownAccounts(environment)
  const { options: profiles, names, isPending: areProfilesPending } = useProfileOptions()
  const [firstIds] = useState(() => newIds())
  const [initial] = useState<InitialDraft<WishValues>>(() => {
    const blank = blankWish('mint', firstIds)
    if (kept) {
      const values = restoreShape(blank, kept.values)
      return { ...kept, values: { ...values, ids: idsOfTable(values, values.several, newIntentId) } }
    }
    return { values: again?.values ?? blank, intent: newIntentId() }
  })
  const store = useNewStore(initial.values)
  const element = useRef<HTMLFormElement>(null)
  const runs = useRuleRuns(environment, true)
  // What is chosen before anything is typed, once it is known.
  const isKnown = !known.isPending && !areAccountsPending && !areProfilesPending
  const [isChosen, setChosen] = useState(false)
  const { ids } = initial.values
  const blank = useMemo(() => {
    const untouched = blankWish('mint', ids)
    const chosen = { profile: profiles[0]?.value ?? '', account: accounts[0]?.value ?? '' }
    return isKnown ? defaultWish(untouched, known.rules, chosen) : untouched
  }, [ids, isKnown, known.rules, profiles[0]?.value, accounts[0]?.value])
  const values = useSyncExternalStore(store.subscribe, store.values)
  // Ids alone are no draft: those of lines that are gone are kept for others.
  const draft = useDraft(draftKey, store, initial, { ...blank, ids: values.ids })
  const previousBlank = useRef(blankWish('mint', ids))
  const chooseDefaults = useEffectEvent((blank: WishValues) => {
    if (isBusy) return
    const values = store.values()
    for (const kind of wishKinds) {
      const isUntouched = JSON.stringify(values[kind]) === JSON.stringify(previousBlank.current[kind])
      if (isUntouched && values[kind] !== blank[kind]) store.set(kind, blank[kind])
      // The account that was missing may have been registered meanwhile.
      const account = `${kind}.destination.fiat.fiat_account_id`
      if (!isUntouched && textAt(values, account) === '') store.set(account, textAt(blank, account))
    }
    previousBlank.current = blank
    if (isKnown) setChosen(true)
  })
  useEffect(() => chooseDefaults(blank), [blank])

  const { intent, attempt } = draft.write
  const contextAt = useFormContextAt(intent)
  const context = contextAt()
  const choices: Choices = { accounts, profiles }
  const latest = useRef(choices)
  useEffect(() => {
    latest.current = choices
  })
  const form = useMemo(() => wishDescription(blank, () => latest.current), [blank])
  const validation = useValidation(form, store, element, initial.values, contextAt)
  const { errors, warnings, settled } = validation
  const { kind } = values
  const terms = meantTerms(kind, termsOf(values))
  const found = findRule(known.rules, kind, terms)
  const isSeveral = values.several.trim() !== ''
  const last = useLastLike(environment, terms, found?.route.memo)
  // At once, so that nothing moves under a person who reads.
  const isShown = useWhole(isChosen && runs !== undefined && !last.isPending)
  const lines = isSeveral ? checkedLines(values, choices) : []
  const { problem, unread } = pastedTable(values.several)
  const hasAmount = wishAmountError(values.amount, terms.source_asset) === undefined
  const amount = isSeveral ? sumOfLines(lines) : hasAmount ? amountOf(values.amount) : undefined
  const money = amount === undefined ? undefined : { text: amount, asset: terms.source_asset }
  const figure = useConfirmationFigure()
  const isLarge = amount !== undefined && (compareDecimals(amount, figure) ?? 0) > 0
  const confirmation = useAmountConfirmation(
    money && (environment === 'production' || isLarge) ? { name: isSeveral ? 'total' : 'amount', money } : undefined,
  )
  const block = use(SendingBlock)
  const needsRule =
    isChosen &&
    !known.error &&
    amount !== undefined &&
    (isSeveral ? lines.some((line) => !findRule(known.rules, kind, line.terms)) : !found)
  // As it was when a field was last left: what is being typed is no request yet.
  const weighed = useWeighed(environment, ruleWrite.operation, needsRule ? form.toInput(settled) : undefined)
  const [isSeveralOpen, setSeveralOpen] = useState(false)

  /** Other ids. @param step of several, the only one that gets them: what the others began must not begin again */
  const renew = (step?: number) => {
    const { ids: used, several } = store.values()
    const from = several.trim() === '' || step === undefined ? 0 : idsNeeded(step)
    const count = from === 0 ? used.length : idsNeeded(1) - idsNeeded(0)
    store.set('ids', used.toSpliced(from, count, ...newIds(count)))
    draft.replaceWrite({ intent: newIntentId() })
  }
  const { sending, isBusy, send, reset } = useWishSending(environment, {
    onStart: () => {
      draft.save()
      draft.replaceWrite({ intent, attempt: 'sending' })
      rememberChoice('profile_id', draftKey, terms.profile_id.trim())
    },
    onDone: () => {
      // What is typed until the movement opens belongs to another one.
      renew()
      draft.remove()
    },
    onRefused: renew,
    onErrors: (refused) => void validation.showRefusal(refused),
  })

  const open = useEffectEvent(() => {
    const url = new URL(window.location.href)
    if (!url.searchParams.has('again')) return
    url.searchParams.delete('again')
    replaceAddress(`${url.pathname}${url.search}`)
    draft.save()
  })
  useEffect(() => open(), [])

  /** What is sent: with the rules as they are known now, so that none is made twice. */
  async function readSteps(wish: WishValues) {
    const { intents } = await queries.fetchQuery({
      ...intentsQuery(environment, { by: 'record', operations: writesOf('rule'), limit: 100 }),
      retry: false,
    })
    const rules = usableRules(intents)
    return isSeveral ? stepsOfLines(wish, checkedLines(wish, latest.current), rules) : [stepOf(wish, intent, rules)]
  }

  const typeTable = (several: string, change: 'typing' | 'set') =>
    store.change({ several, ids: idsOfTable(store.values(), several, newIntentId) }, change)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (block.why) return announce(block.why)
    if (isBusy || !(await validation.check()) || !confirmation.check()) return
    const wish = store.values()
    await send(() => readSteps(wish), wish.reason)
  }

  const amountShown = money && `${amountText(money.text)} ${money.asset}`
  const verb = wishTerms[kind].verb
  const action = amountShown
    ? isSeveral
      ? `${verb} ${amountShown} in ${countText(lines.length, 'movement')}`
      : `${verb} ${amountShown}`
    : verb
  const addresses = [
    ...new Map(
      known.rules.flatMap(({ route: { destination_address: value, destination_network: code } }) =>
        value ? [[value, { value, label: value, ...(code && { note: code }) }] as const] : [],
      ),
    ).values(),
  ]
  const own = isSeveral ? `/${environment}/money` : `/${environment}/money/${intent}`
  const isLeaving = draft.savedAt !== undefined && sending.step !== 'done'
  return (
    <FormStoreContext value={store}>
      <FormStateContext value={{ context, errors, warnings, settled, readInput: () => form.toInput(store.values()) }}>
        <LeaveConfirmation isOn={isLeaving} mayBeSent={attempt === 'sending'} onDiscard={draft.remove} />
        {confirmation.errorSummary}
        <FormErrorSummary errors={errors} tries={validation.tries} />
        {wishHeading}
        {attempt === 'sending' && sending.step === 'idle' && <BegunNote href={own} />}
        {!isShown && <Bones />}
        {again?.last && (
          <p className="mb-5 text-ink-2">
            As an earlier movement of {amountText(again.last)} {terms.source_asset}. Enter the new amount.
          </p>
        )}
        <form ref={element} noValidate onSubmit={submit} aria-label="Move money" hidden={!isShown}>
          <div className="flex flex-wrap items-center gap-3 [&_label]:min-h-11 [&_label]:px-4 [&_label]:text-md sm:[&_label]:min-h-[34px]">
            <KindChoice onChosen={validation.clear} />
            <Button
              kind="plain"
              aria-expanded={isSeveralOpen || isSeveral}
              onClick={() => {
                setSeveralOpen(true)
                validation.clear()
                focusSoon('several')
              }}
            >
              Several at once
            </Button>
          </div>
          <WishSentence {...{ environment, accounts, addresses, isSeveral }} />
          {isSeveralOpen || isSeveral ? (
            <SeveralLines
              {...{ environment, lines, problem, unread, kind, names, accounts }}
              onType={(text) => typeTable(text, 'typing')}
              rules={known.rules}
              asset={terms.source_asset}
              onClose={() => {
                typeTable('', 'set')
                setSeveralOpen(false)
              }}
            />
          ) : (
            <WishNotes {...{ environment, kind, terms, found, names, accounts, runs }} rules={known} />
          )}
          <WishOutline
            last={last}
            {...{ name, names, accounts }}
            terms={isSeveral ? { ...terms, destination: blankTerms(kind).destination } : terms}
            {...(isSeveral ? { sum: amount ?? '' } : { amount })}
            rule={isSeveral ? undefined : found}
          >
            <div className="mt-5 max-w-[640px]">
              <TextField name="label" label="Name of the movement" isOptional />
            </div>
            {needsRule && (
              <ApprovalNotice
                weighed={weighed}
                className="mt-5 max-w-[640px]"
                reason={values.reason}
                onReason={(reason) => store.set('reason', reason)}
              />
            )}
            {block.note}
            <div className="mt-6 empty:hidden">{confirmation.field}</div>
            <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button
                type="submit"
                kind="primary"
                size="action"
                isWrapping
                aria-busy={isBusy || undefined}
                aria-disabled={block.why ? true : undefined}
              >
                {action}
              </Button>
              <span className="text-sm text-ink-3">
                {isSeveral
                  ? 'You follow each on its own page.'
                  : `${found ? '' : 'Creates the rule, once. '}You follow it on its own page.`}
              </span>
            </div>
            {(isSeveral || !found) && <ActIdentity environment={environment} />}
            <WishSendingStatus
              {...{ environment, sending }}
              href={own}
              onRenew={(step) => {
                renew(step)
                reset()
              }}
            />
          </WishOutline>
        </form>
      </FormStateContext>
    </FormStoreContext>
  )
}

/** Where the wishes and the sentence will be. */
const Bones = () => useDelayed(true) && <SkeletonLines widths={[320, 640, 384]} className="pt-2" />

/** Once it is drawn. */
const focusSoon = (name: string) => requestAnimationFrame(() => focusField(name))

/** The page was left before the answer came, or the browser closed. */
function BegunNote({ href }: { href: string }) {
  return (
    <Note tone="unknown" icon={Send} className="mb-5 max-w-[860px]" title="This movement may have begun.">
      The page was left before the answer arrived. Pressing again goes on with the same one: nothing is made twice.{' '}
      <Link href={href} {...skipLeaveConfirmation}>
        View the movement
      </Link>
    </Note>
  )
}

/** @param onChosen what was wrong with another wish is no longer said */
function KindChoice({ onChosen }: { onChosen: () => void }) {
  const kind = useFormValue((values: WishValues) => values.kind)
  const { set } = useFormStore()
  const choose = (one: WishKind) => {
    set('kind', one)
    onChosen()
  }
  return <ToggleGroup label="What to do" options={kindOptions} value={kind} onChange={choose} />
}
