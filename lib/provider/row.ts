/** What a row of the operations table must state. A member that is missing is a compiler error in operations.ts. */
import type * as z from 'zod/mini'
import type { Naming } from './members'
import type { Role } from './roles'
import type { bodies, recordSchemas, SchemaName, schemas } from './schemas'

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

/** How money.ts reads what a write moves; `unknown` where nobody knows how much before it is sent. */
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

type PathName = Extract<SchemaName, `${string}Path`>
type PathValue = { [Name in PathName]: keyof z.output<(typeof schemas)[Name]> }[PathName]

/** What members of a body or values of the path name. An address stands beside its `network` or `crypto_network`. */
type Names<Body> = { readonly [At in (keyof Body & string) | InnerPath<Body> | PathValue]?: Naming['kind'] }

/** What a write moves, and of whom, from where and to whom: policies, roles, limits and the typed confirmation go by it. */
export type Moves<Body = Readonly<Record<string, unknown>>> = {
  /** How its amounts are read; null where it moves none. */
  money: MoneyName | null
  of?: Names<Body>
  from?: Names<Body>
  to?: Names<Body>
}

/** A body with what it moves. */
type Bodied = {
  [Name in BodyName]: { body: Name; moves: Moves<z.output<(typeof bodies)[Name]['schema']>> }
}[BodyName]

export type WriteRow = CommonRow &
  Bodied & {
    method: 'POST' | 'PUT'
    /** The kind of record in the answer; null if there is none. */
    record: RecordName | null
    /** The path value that holds the id of the record it changes; absent if it creates one. */
    changesRecordAt?: string
    /**
     * Present where a repeated `ref_id` is answered with the existing record (docs/provider.md, "Writing"). The API
     * reads none of these records, so a check sends the request again: `verb` and `ifFirst` say what that does if it never
     * arrived, as in "Check outcome or place order" and "If the first request never arrived, this check …".
     */
    replay: { verb: string; ifFirst: string } | null
    /** Bodies and answers are encrypted at rest. The exception states its reason. */
    plainBecause?: string
    /** How often one person may send it in a day: more than any desk does, so that no program of theirs fills the database. */
    daily: number
    /** On buttons and in lists: "Create rule". */
    label: string
    /** In a sentence about the request: "this deposit was never sent". */
    noun: string
    /** What happens next, in one sentence, by the status of its record; "" is none. */
    afterwards?: Readonly<Record<string, string>>
    /** The title of the list of its records on its page; absent where there is none. */
    listTitle?: string
    /** The page below the environment that its form and its result belong to: `orders/new`, or `orders/{id}/edit` for a change. */
    page: string
    /** Where the navigation offers its form, and the keys that open it; absent for a change, which its record offers. */
    offered?: { on: string; keys: `n ${string}` }
    isList?: never
    isLookedUp?: never
    isFollowed?: never
    isObserved?: never
    query?: never
  }

export type Row = ReadRow | WriteRow
