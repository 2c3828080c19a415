/** How a resource describes its form. This folder works from such a description and knows no resource. */

import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { LatePart } from '@/components/ui/lazy-part'
import type { WriteInput } from '@/lib/browser/send-write'
import type { amountToConfirm } from '@/lib/provider/confirmation'
import type { Environment } from '@/lib/provider/environments'
import { isChange, type WriteName, writeRowOf, writesOf } from '@/lib/provider/operations'
import type { AssetAmount } from '@/lib/provider/order-terms'
import type { Role } from '@/lib/provider/roles'

/** Sentences by field name; '' is the form as a whole. */
export type Messages = Readonly<Record<string, string>>

/** A part of a sentence; `isStrong` for what the person chose or entered. */
export type SentencePart = { text: string; isStrong?: boolean }

export const plain = (text: string): SentencePart[] => [{ text }]

/** A sentence from a template. A text that is filled in is strong; parts are inserted unchanged. */
export function sentence(texts: TemplateStringsArray, ...filledIn: (string | SentencePart[])[]): SentencePart[] {
  return texts.flatMap((text, at) => {
    const part = filledIn[at] ?? []
    return [{ text }, ...(typeof part === 'string' ? [{ text: part, isStrong: true }] : part)]
  })
}

export const sentenceText = (parts: readonly SentencePart[]) => parts.map(({ text }) => text).join('')

/** One line of the review. `field` is where "Change" leads; a line without one cannot be changed. */
export type ReviewFact = { name: string; value: ReactNode | undefined; field?: string }

/** A fact about a text, without a value if the text is empty. */
export function fact(
  name: string,
  field: string,
  text: string,
  toValue: (text: string) => ReactNode = (value) => value,
): ReviewFact {
  const trimmed = text.trim()
  return { name, field, value: trimmed === '' ? undefined : toValue(trimmed) }
}

export const filledFacts = (facts: readonly ReviewFact[]) => facts.filter(({ value }) => value !== undefined)

/** What a person agrees to before anything is sent. */
export type Review = {
  /** The button's label, with the amount: "Sell 12.50000000 BTC". */
  action: string
  summary: string
  /** The page's heading; by default "Review" and the form's noun. */
  heading?: string
  /** Shown large, above the summary. */
  amount?: AssetAmount
  facts: readonly ReviewFact[]
  /** Facts that only engineers need, folded. */
  developerFacts?: readonly ReviewFact[]
  /** Milliseconds that the provider may wait before it answers; counted down while sending. */
  waitMillis?: number
}

/** What happens once it is sent: a few words, and a sentence. */
export type Step = readonly [name: string, detail?: string]

/** Who fills the form in, and where: what the page knows from the session. */
export type FormSession = {
  environment: Environment
  person: string
  roles: readonly Role[]
  /** Whether this environment requires an identity and account on every order. */
  requiresIdentity: boolean
  /** The desk's figure: a total above it is typed before it is sent. */
  confirmAbove: string
}

/** What a form knows besides its values. */
export type FormContext = Pick<FormSession, 'environment' | 'requiresIdentity'> & {
  /** The intent's id, which is the reference unless the person enters one. */
  intent: string
  /** Milliseconds since 1970. */
  now: number
  /** IANA zone in which the person reads times. */
  zone: string
  /** A total above it is typed before it is sent. */
  figure: string
  /** What the form has read: its `known`. */
  known?: unknown
}

/** Checks of the values that a form makes itself. Its row's schema is checked too. */
export type FormChecks<Values> = {
  /** Errors that the schema cannot find, such as a mandatory identity. */
  errors?: (values: Values, context: FormContext) => Messages
  /** Warnings never block sending. */
  warnings: (values: Values, context: FormContext) => Messages
}

/** Values are texts as typed, nested like the body where possible, so that errors map to fields by name. */
export type FormDescription<Values extends object> = {
  operation: WriteName
  /** The path values of the record that it changes; the row's `form` is the form's path. */
  pathValues?: Record<string, string>
  blank: Values
  /** What the form has read before it opened, for its own parts. */
  known?: unknown
  /** What would be sent: trimmed, amounts without separators, empty values left out. */
  toInput: (values: Values, context: FormContext) => WriteInput
  /** Values that would send an input again, without its reference: that would be another write. */
  fromInput?: (input: WriteInput) => Values
  /** The form field for an error of the input; by default the field of the same name. */
  fieldFor?: (errorField: string, values: Values) => string
  review: (values: Values, context: FormContext) => Review
  steps: (values: Values, context: FormContext) => readonly Step[]
  /** The fields, bound to the form by its store, with a `Developer` fold at their end. */
  Fields: ComponentType
  /** Beside the fields, below the steps; without it the fields have the whole width. */
  Aside?: ComponentType
  /** What the values are compared with, above the facts of the review. */
  Comparison?: ComponentType<{ values: Values }>
  /** The button that opens the review. It names what is reviewed where the values say it. */
  useSubmit?: () => Submit
  /** From `loadedLater`. Nothing is reviewed or sent without the checks. */
  loadChecks: () => Promise<FormChecks<Values>>
  Review: LatePart<FormStepProps<Values>>
  /** Of a form that becomes more than its operation. */
  whole?: WholeForm<Values>
}

/** One call of what a review sends. The same again, under the same ids, changes nothing. */
export type SendStep = {
  send: () => Promise<unknown>
  /** What it is of a form that makes several calls; absent where the form's write is all there is. */
  part?: {
    noun: string
    /** Whether it goes to the provider, and not to Mintdesk alone. */
    isProviders: boolean
    /** Its page below the environment, and the link to it. */
    view: readonly [path: string, label: string]
    /** Those of the draft's ids that it uses up if it is refused. */
    ids: readonly string[]
    /** What the calls before it did; '' if they did nothing. */
    before: string
  }
}

/** A form whose values become several calls: what of a write's row says otherwise. */
export type WholeForm<Values extends object> = {
  /** Its address below the environment. */
  path: string
  noun: string
  titles: Readonly<Record<FormStep, string>>
  /** Under the title, while there is no draft. */
  intro: string
  /** Whether the values are as before anything was typed. */
  isBlank: (values: Values, blank: Values) => boolean
  /** A draft, completed by what has been read since. @param given ID of a record that another page gave it */
  restored: (values: Values, blank: Values, given?: string) => Values
  /** The profile that it is about. */
  profileOf: (values: Values) => string
  /** What `?again=` begins with. */
  useEarlier: (id: string, isOn: boolean, blank: Values) => Earlier<Values>
  /** Those of its calls that others may have to approve. */
  writes: (values: Values, context: FormContext) => readonly WriteInput[]
  /** The calls, in their order, from what is known now. */
  readSteps: (values: Values, context: FormContext, reason: string | undefined) => Promise<readonly SendStep[]>
  /** What a person types before it is sent. */
  amountToConfirm: (values: Values, context: FormContext) => ReturnType<typeof amountToConfirm>
  /** The page of what was sent, below the environment. */
  resultOf: (intent: string, values: Values) => string
}

/** An earlier request or movement, whose values a form begins with. */
export type Earlier<Values> = Pick<
  UseQueryResult,
  'isPending' | 'isLoading' | 'error' | 'errorUpdatedAt' | 'refetch'
> & {
  /** `name` is its name in a question; `note` says above the form where its values come from. */
  copy?: { values: Values; name: string; note: ReactNode }
  /** Why its values cannot be taken. */
  refusal?: string
}

/** `doubt` takes the button's prominence away and offers to correct a field first. */
export type Submit = { label?: string; doubt?: { field: string; label: string } }

/** A form has two pages: its own URL, and `/review` below it. */
export type FormStep = 'details' | 'review'

/** `more` is what the page shows beside the fields, after the form's own. */
export type FormProps = { session: FormSession; step: FormStep; more?: ReactNode }

export type FormStepProps<Values extends object> = {
  form: FormDescription<Values>
  heading: ReactNode
  /** A note between the title and the fields. */
  lead?: ReactNode
  more?: ReactNode
}

/** @returns undefined for URL segments that name no step */
export function formStep(segments: readonly string[] = []): FormStep | undefined {
  if (segments.length === 0) return 'details'
  return segments.length === 1 && segments[0] === 'review' ? 'review' : undefined
}

/** The title of a form's page: "New order", "Change fiat account", "Review order". */
export function formTitle(operation: WriteName, step: FormStep): string {
  const { noun, record } = writeRowOf(operation)
  if (step === 'review') return `Review ${noun}`
  const created = isChange(operation) && writesOf(record).find((name) => !isChange(name))
  if (created) return `Change ${writeRowOf(created).noun}`
  return `New ${noun}`
}
