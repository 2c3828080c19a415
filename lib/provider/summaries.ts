/** What the summaries of requests are made of. A summary is stored unencrypted, so it holds no whole account number. */
import type * as z from 'zod/mini'
import { grouped } from '../domain/decimals'
import { visibleText } from '../domain/invisible-characters'
import { isObject } from '../domain/json'
import type { FieldError } from './field-errors'
import type { Party } from './members'

/** What a write moves, as policies, roles and limits weigh it. */
export type Moved = {
  /** An amount that is not known before it is sent is absent. */
  amounts: { asset: string; amount?: string }[]
  side?: string
  market?: string
  /** Whom and what it names, by its row. */
  parties: Party[]
}

/** What a write sends. */
export type Body<Schema extends z.core.$ZodType = z.core.$ZodType> = {
  schema: Schema
  /**
   * Bodies that have every member, and together every member within them, as tests send them: the console knows of none that is
   * not here. Where one names a fiat account, tests put in one that exists.
   */
  full: readonly [Required<z.output<Schema>>, ...Required<z.output<Schema>>[]]
  /** The request in a few words, stored unencrypted: no whole account number. Takes a body of any shape. */
  summarize: (path: Readonly<Record<string, string>>, body: unknown) => string
  /** Errors that depend on the time of sending. @param now milliseconds since 1970 of the clock that decides */
  placementErrors?: (body: unknown, now: number) => FieldError[]
  /** Errors where an environment requires an identity with each request of this kind. */
  identityErrors?: (body: unknown) => FieldError[]
}

/** Checks an example by its schema. */
export const bodyOf = <Schema extends z.core.$ZodType>(body: Body<Schema>) => body

/** The member at a path of a body of any shape. */
export const memberAt = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )

const longest = 60

/** A text as one short line; undefined if there is none. */
export function lineAt(value: unknown, ...names: string[]): string | undefined {
  const found = memberAt(value, ...names)
  if (typeof found !== 'string') return undefined
  const line = visibleText(found.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim())
  // By characters, so that none is cut in two.
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line || undefined
}

/** An amount with its digits unchanged, the whole part grouped by commas; text that is not a decimal is unchanged. */
export function amountAt(body: unknown, name: string): string | undefined {
  const text = lineAt(body, name)
  const [, whole, fraction] = /^(\d*)(\.\d+)?$/.exec(text ?? '') ?? []
  return text && whole !== undefined ? `${grouped(whole)}${fraction ?? ''}` : text
}

export const joined = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(', ')
export const shortened = (id: string) => (id.length > 15 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)
