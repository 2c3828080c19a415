/** What a feature adds to a console, beside what others use of it. */
import type { RetentionRule } from '../server/work/retention'
import type { ConsoleHandlers } from './handlers'

export type Feature = {
  handlers: Partial<ConsoleHandlers>
  /** What of it is removed or rewritten in time. */
  retention?: readonly RetentionRule[]
  /** Begins what it does unasked. @param pause milliseconds between two looks, in a world: of them there are many */
  start?: (pause?: number) => void
  /** Ends that, after what is under way. */
  close?: () => unknown
}

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer All) => void
  ? All
  : never

/** The handlers of all features; an operation that none answers does not compile where all are needed. */
export const handlersOf = <const Features extends readonly Feature[]>(features: Features) =>
  Object.assign({}, ...features.map(({ handlers }) => handlers)) as Intersection<Features[number]['handlers']>
