/** What a row of the operations table must state. A member that is missing is a compiler error in operations.ts. */
import type * as z from 'zod/mini'
import type { Role } from '../roles'
import type { Member, Naming } from './members'
import type { bodies, recordSchemas, SchemaName } from './schemas'

/** The kinds of records that the provider keeps and answers with. */
export type RecordName = keyof typeof recordSchemas

type CommonRow = {
  /** The operation's title in the spec. */
  title: string
  path: string
  scope: string
  roles: readonly Role[]
  /** The proxy refuses it in production. */
  isSandboxOnly?: true
  pathValues?: SchemaName
  /** The answer by the spec, strict. */
  response: SchemaName
  /** The member of the answer that holds the record or the list of records; absent where the answer is the record. */
  recordMember?: string
}

export type ReadRow = CommonRow & {
  method: 'GET'
  record: RecordName
  /** Its answer streams through the proxy unparsed. */
  isList?: true
  /** Look-up asks this list for what people paste (lookup.ts names its filters). */
  isLookedUp?: true
  /** The live feed reads this list by the time of the last update. */
  isFollowed?: true
  /** What its answer shows of a record is kept. */
  isObserved?: true
  query?: SchemaName
  body?: never
}

type BodyName = keyof typeof bodies

/** Whose amount and total confirmation.ts reads; `unknown` of a write that moves what nobody knows before. */
export type MoneyName = 'order' | 'inAsset' | 'unknown'

/** The paths of a body's members below its own: `source.crypto.network`. */
type InnerPath<Value> = {
  [Name in keyof Value & string]: NonNullable<Value[Name]> extends infer Inner
    ? Inner extends string | number
      ? never
      : string extends keyof Inner
        ? never
        : `${Name}.${(keyof Inner & string) | InnerPath<Inner>}`
    : never
}[keyof Value & string]

/** Every member of a body; what differs within one has its own path. */
type Members<Body> = { readonly [Name in keyof Body & string]-?: Member } & {
  readonly [Path in InnerPath<Body>]?: Member
}

/** A body with what the row says of its members. */
type Bodied = {
  [Name in BodyName]: { body: Name; members: Members<z.output<(typeof bodies)[Name]['schema']>> }
}[BodyName]

export type WriteRow = CommonRow &
  Bodied & {
    method: 'POST' | 'PUT'
    /** What the values of its path name; absent where it has none. */
    pathNames?: Readonly<Record<string, Naming>>
    /** The kind of record in the answer; null if there is none. */
    record: RecordName | null
    /** The path value that holds the id of the record it changes; absent if it creates one. */
    changesRecordAt?: string
    /**
     * Present where a repeated `ref_id` is answered with the existing record (docs/provider.md, "Writing"). `ifFirst` completes
     * "If the first request never arrived, this check …".
     */
    replay: { ifFirst: string } | null
    /** Bodies and answers are encrypted at rest. The exception states its reason. */
    plainBecause?: string
    /** How often one person may send it in a day: more than any desk does, so that no program of theirs fills the database. */
    daily: number
    /** On buttons and in lists: "Create rule". */
    label: string
    /** In a sentence about the request: "this deposit was never sent". */
    noun: string
    /** What happens once the provider has confirmed it, in one sentence. */
    afterwards?: string
    /** How its amount and total are read, which a person types before it is sent; null where it moves none. */
    money: MoneyName | null
    /** The title of the list of its records on its page; absent where there is none. */
    listTitle?: string
    /** The page below the environment that its form and its result belong to: `orders/new`, or `orders/{id}/edit` for a change. */
    page: string
    isList?: never
    isLookedUp?: never
    isFollowed?: never
    isObserved?: never
    query?: never
  }

export type Row = ReadRow | WriteRow
