/** What a row says of one of Mintdesk's own operations, below `/api/{environment}/`; each feature has its rows in its interface. */
import type * as z from 'zod/mini'
import type { Role } from '../provider/roles'

/** JSON of a type; the member exists for the compiler only. */
export type Json<Body> = 'json' & { readonly type?: Body }
export const json = <Body>() => 'json' as Json<Body>

/** The name of the schema that checks an input; the member exists for the compiler only. */
export type Takes<Input> = string & { readonly input?: Input }

/** @returns names the schemas of a feature's `input.ts`, which only what checks an input loads */
export const takenFrom =
  <Inputs extends object>() =>
  <Name extends keyof Inputs & string>(
    name: Name,
  ): Takes<Inputs[Name] extends z.core.$ZodType ? z.output<Inputs[Name]> : never> =>
    name

type SharedRow = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the environment; `{id}` is a value. */
  path: string
  /** What it does, for the description. */
  summary: string
  /** What is asked for, as a refusal names it. */
  title: string
  /** Who may. Where it depends on what is asked for, the handler checks further. */
  roles: readonly Role[]
  query?: Takes<unknown>
  body?: Takes<unknown>
  /** JSON, server-sent events, or a file. */
  answer: Json<unknown> | 'events' | 'file'
  /** A page asks for it by itself: it never extends the session. */
  isBackground?: true
  /** It shows records or what people wrote of them, so the audit log counts it although a page asks for it by itself. */
  showsRecords?: true
  /**
   * In production its person confirms at company sign-in that it is them, for exactly what is asked: always, or for these
   * `actions`. `isShared`: it changes what all environments share, so it needs that by each of their addresses.
   */
  confirmed?: { actions?: readonly string[]; isShared?: true }
  /** It changes only what is the person's own, so whoever only reads may do it too. */
  isOwn?: true
  /** Who may share what is their own, and change what they have shared: it is others' as well. */
  sharing?: readonly Role[]
  /** What its ids are, if not UUIDs only: a version's number, or also a word of ours. Nothing else is audited as it was sent. */
  idForm?: 'version' | 'word'
  /** Pages repeat it: the audit log has the first, and counts those that follow. */
  isRepeated?: true
}

/** It changes nothing. `isRead`: although it is no GET: it makes many calls, which another site must not cause. */
type OwnRead = SharedRow & { daily?: undefined; done?: undefined; isTaken?: undefined } & (
    | { method: 'GET'; isRead?: undefined }
    | { isRead: true }
  )

/** It stores something, at least its lines of the audit log. */
type OwnAct = SharedRow & {
  /**
   * How often one person may do it in a day: more than any desk does, so that nobody fills the database. What pages repeat
   * takes one of them for each line of its own.
   */
  daily: number
  /** What it did, for the audit log: "Added a webhook". */
  done: string
  isRead?: undefined
  /** It takes records away as a file: an act for the audit log, although it is a GET. */
  isTaken?: true
}

export type OwnRow = OwnRead | OwnAct

/** @param more what is left of a row */
export const row = <
  const Method extends OwnRow['method'],
  const Path extends string,
  const More extends Omit<SharedRow, 'method' | 'path' | 'summary'>,
>(
  method: Method,
  path: Path,
  summary: string,
  more: More,
) => ({ method, path, summary, ...more })

type ValueNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never

/** The values in the path of an operation. */
export type PathValues<Row extends OwnRow> = Record<ValueNames<Row['path']>, string>

type Checked<Row extends OwnRow, Part extends 'query' | 'body'> =
  Row extends Record<Part, Takes<infer Input>> ? Input : undefined

type Part<Key extends string, Value> = [Value] extends [undefined] ? unknown : { [Name in Key]: Value }

/** What a caller gives: `values` of the path, `query` and `body`, each only if the row has it. */
export type OwnRequest<Row extends OwnRow> = Part<
  'values',
  ValueNames<Row['path']> extends never ? undefined : PathValues<Row>
> &
  Part<'query', Checked<Row, 'query'>> &
  Part<'body', Checked<Row, 'body'>>

/** What a handler is given, once it has been checked. */
export type OwnInput<Row extends OwnRow> = {
  values: PathValues<Row>
  query: Checked<Row, 'query'>
  body: Checked<Row, 'body'>
}

/** The JSON of an operation's answer; never for events and files. */
export type OwnAnswer<Row extends OwnRow> = Row['answer'] extends Json<infer Body> ? Body : never

/**
 * The path of an operation with encoded values, from `/api` on.
 * @param query a query string, without its question mark
 */
export function ownPath<Row extends OwnRow>(
  environment: string,
  row: Row,
  values: PathValues<Row>,
  query = '',
): string {
  const named: Readonly<Record<string, string>> = values
  const path = row.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(named[key] ?? ''))
  return `/api/${environment}/${path}${query && `?${query}`}`
}
