/** How a resource describes its form. Everything in this folder works from such a description and knows no resource. */
import type { ComponentType, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Environment } from '@/lib/api/environments'
import type { WriteName } from '@/lib/api/intents'
import type { Role } from '@/lib/api/roles'
import type { WriteInput } from '@/lib/browser/intents'

/** One line of the review. `field` is the field that "Change" leads to; a line without one cannot be changed. */
export type ReviewFact = { name: string; value: ReactNode | undefined; field?: string }

/** What a person agrees to before anything is sent. */
export type Review = {
  /** What the button says: the act and the amount, "Sell 12.50000000 BTC". */
  act: string
  /** The whole of it in one sentence. */
  sentence: string
  /** The amount, where the form has one: production asks to type it. A decimal text and its asset's name. */
  amount?: { text: string; asset: string }
  facts: readonly ReviewFact[]
  /** What happens once the button is pressed, step by step. */
  next: readonly string[]
  /** How long the service is asked to wait before it answers, in milliseconds: the wait is counted down. */
  waitMillis?: number
}

/** Who fills the form in, and where: what its page knows from the session. */
export type FormSession = {
  environment: Environment
  person: string
  roles: readonly Role[]
  requiresIdentity: boolean
}

/** What a form knows beside its values. */
export type FormContext = {
  environment: Environment
  /** The intent's id, which is the reference where the person gives none. */
  intent: string
  /** Names that people here gave to profiles, by profile id. */
  profileNames: Readonly<Record<string, string>>
  /** Whether this environment asks for identity and account with every order. */
  requiresIdentity: boolean
  /** Milliseconds since 1970. */
  now: number
  /** IANA zone in which the person reads times. */
  zone: string
}

/** Values are texts as they were typed, nested as the body is where that fits, so that errors find their fields. */
export type FormDescription<Values extends FieldValues> = {
  operation: WriteName
  /** Its address below the environment: "orders/new". */
  place: string
  /** "New order". */
  title: string
  /** What it makes, in small letters: "order", as in "Review order". */
  thing: string
  blank: Values
  /** What would be sent: texts trimmed, thousands separators and spaces out of amounts, nothing that was left empty. */
  inputOf: (values: Values, context: FormContext) => WriteInput
  /** Values that would send this again: for "do it again". The reference is left out, because it is another write. */
  valuesOf: (input: WriteInput) => Values
  /** The field that an error of the input is about: the same name where nothing else is said; '' for the whole form. */
  fieldOf?: (errorField: string, values: Values) => string
  /** What only the form asks for, beside the row's schema (a mandatory identity): sentences by field. */
  moreErrors?: (values: Values, context: FormContext) => Readonly<Record<string, string>>
  /** Sentences that warn and never block, by field. */
  warningsOf: (values: Values, context: FormContext) => Readonly<Record<string, string>>
  reviewOf: (values: Values, context: FormContext) => Review
  /** The fields, bound to the form by react-hook-form's context. */
  Fields: ComponentType
  /** What stands beside the fields while they are filled in. */
  Aside?: ComponentType
}
