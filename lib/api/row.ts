/** What a row of the operations table must state. A member that is missing is a compiler error in operations.ts. */
import type * as z from 'zod/mini'
import type { FieldError } from './field-errors'
import type { Json } from './json'
import type { OrderFill } from './orders'
import type { Role } from './roles'

/** A record that the service keeps and answers with. */
export type RecordKind = {
  /** As it reads in a sentence: "fiat account". */
  name: string
  /** The record by the spec, strict. */
  schema: z.core.$ZodType & { shape: z.core.$ZodShape }
  /** Reads the record from an answer, bare or in the member that holds it, whatever its nesting. */
  read: (raw: unknown) => { known: Json; other: Json; missing: string[]; raw: unknown }
  /** Statuses that change without a further request, so an open page follows them. */
  openStatuses: readonly string[]
  /** Statuses that mean the service did not carry out the write that created the record. */
  refusedStatuses: readonly string[]
  /** What its members say was filled; absent where a record is not filled. */
  fillOf?: (members: Json) => OrderFill
}

type CommonRow = {
  /** The operation's title in the spec. */
  title: string
  path: string
  scope: string
  roles: readonly Role[]
  /** The proxy refuses it in production. */
  isSandboxOnly?: true
  pathValues?: z.core.$ZodType
  /** The answer by the spec, strict. */
  response: z.core.$ZodType
  /** The member of the answer that holds the record or the list of records; absent where the answer is the record. */
  recordMember?: string
}

export type ReadRow = CommonRow & {
  method: 'GET'
  record: RecordKind
  /** Its answer streams through the proxy unparsed. */
  isList?: true
  query?: z.core.$ZodType
  body?: never
}

export type WriteRow = CommonRow & {
  method: 'POST' | 'PUT'
  body: z.core.$ZodType
  /** The kind of record in the answer; null if there is none. */
  record: RecordKind | null
  /** The path value that holds the id of the record it changes; absent if it creates one. */
  changesRecordAt?: string
  /**
   * Present where a repeated `ref_id` is answered with the existing record (service-facts, "Writing"). `ifFirst` completes
   * "If the first request never arrived, this check …".
   */
  replay: { ifFirst: string } | null
  /** Bodies and answers are sealed at rest. The exception states its reason. */
  plainBecause?: string
  /** On buttons and in lists: "Create rule". */
  label: string
  /** In a sentence about the request: "this deposit was never sent". */
  noun: string
  /** What happens once the provider has confirmed it, in one sentence. */
  afterwards?: string
  /** The page with its form, below the environment; `{id}` is a path value. */
  form: string
  /** The request in a few words, stored unsealed: no whole account number. Takes a body of any shape. */
  summarize: (path: Readonly<Record<string, string>>, body: unknown) => string
  /** Errors that depend on the time of sending. @param now milliseconds since 1970 of the clock that decides */
  placementErrors?: (body: unknown, now: number) => FieldError[]
  /** Errors where an environment requires an identity with each request of this kind. */
  identityErrors?: (body: unknown) => FieldError[]
  isList?: never
  query?: never
}

export type Row = ReadRow | WriteRow
