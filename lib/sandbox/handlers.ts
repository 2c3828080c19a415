/** Shared by all handlers: the context, the kinds of answers, and common refusals. */

import type { Input, OperationName, Operations, Output } from '../provider/operations'
import { ProblemError } from '../provider/problem'
import type { Client } from './clients'
import type { Documentation } from './description/documentation'
import type { Snapshot } from './engine/schedule'

/** An answer that is already JSON text: records are stored as text, so a page is concatenated and never parsed. */
export class JsonText<Body> {
  declare readonly body: Body

  /** @param text the JSON of a `Body` */
  constructor(readonly text: string) {}
}

/** An answer that waits for a condition or a timeout. */
export class DeferredAnswer<Body> {
  /**
   * @param milliseconds maximum wait by the wall clock
   * @param poll         the current answer, and whether the condition is met
   */
  constructor(
    readonly milliseconds: number,
    readonly poll: () => { answer: Body; isDone: boolean },
  ) {}
}

/** The context of a handler: the tenant's state and the client. */
export type Context = Snapshot & {
  client: Client
  /** Stress: whether a short last page has a cursor, to an empty page. */
  cursorOnShortPage?: boolean
}

/** The record of a request's `ref_id`. */
type Existing<Name extends OperationName> = {
  existing: (input: Input<Name>, context: Context) => { ref_id?: string } | undefined
}

/** An operation as the sandbox serves and describes it. */
export type Operation<Name extends OperationName> = Documentation<Name> & {
  /** Synchronous, because each is one transaction. */
  handle: (input: Input<Name>, context: Context) => Output<Name> | JsonText<Output<Name>> | DeferredAnswer<Output<Name>>
} & (Operations[Name] extends { replay: object } ? Existing<Name> : Partial<Record<'existing', never>>)

/** A business refusal: the request fits the contract and is refused all the same. */
export const businessRefusal = (title: string, field: string, message: string) =>
  new ProblemError(403, 'business-rule', title, { detail: message, errors: [{ field, message }] })

/** A `ref_id` in force. The existing record is returned whole, so that a client can recover a lost answer. */
export const alreadyExists = (kind: string, existing: { ref_id?: string }) =>
  new ProblemError(
    409,
    'already-exists',
    `${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind} with this ref_id already exists.`,
    {
      detail: `The ref_id ${existing.ref_id} is in force; its record is in meta.existing.`,
      errors: [{ field: 'ref_id', message: 'This ref_id is already in force.' }],
      meta: { existing },
    },
  )

export const notFound = (kind: string, id: string) =>
  new ProblemError(404, 'not-found', `There is no such ${kind}.`, { detail: `No ${kind} has the id ${id}.` })

export const methodRefused = (method: string | undefined, allowed: readonly string[]) =>
  new ProblemError(405, 'method-not-allowed', `${method} is not allowed for this path.`, {
    detail: `Allowed: ${allowed.join(', ')}.`,
    headers: { allow: allowed.join(', ') },
  })
