/** What features add to a console, and what answers each of Mintdesk's own operations. */
import type { OwnAnswer, OwnInput } from '../api/own-row'
import type { OwnCall } from '../server/http/console-routes'
import type { RetentionRule } from '../server/work/retention'
import type { ConsoleOperation, consoleOperations } from './operations'

type Row<Name extends ConsoleOperation> = (typeof consoleOperations)[Name]

/** What a handler is asked for, by whom, where. */
export type Asked<Name extends ConsoleOperation> = OwnInput<Row<Name>> & OwnCall

/**
 * A handler for each row. It answers with the row's JSON, or makes its own answer. `satisfies Partial<ConsoleHandlers>` checks
 * those of a feature.
 */
export type ConsoleHandlers = {
  [Name in ConsoleOperation]: (asked: Asked<Name>) => Promise<OwnAnswer<Row<Name>> | Response>
}

/** What a feature adds to a console. What it returns besides is for other features. */
export type Feature = {
  handlers: Partial<ConsoleHandlers>
  /** Its rules for removing or rewriting old rows. */
  retention?: readonly RetentionRule[]
  /** Begins its background work. @param pause milliseconds between two looks, in a world: there are many worlds */
  start?: (pause?: number) => void
  /** Ends its background work after the step under way. */
  close?: () => unknown
}

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never

/** The handlers of all features. An operation without a handler does not compile where all are needed. @throws Error if two features answer one */
export function handlersOf<const Features extends readonly Feature[]>(features: Features) {
  const all = features.flatMap(({ handlers }) => Object.entries(handlers))
  const byName = Object.fromEntries(all)
  if (Object.keys(byName).length < all.length) throw new Error('Two features answer the same operation.')
  return byName as Intersection<Features[number]['handlers']>
}
