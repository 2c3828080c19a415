/** What every operation of the table needs here. */
import type { Input, OperationName, Output } from '../api/operations'
import { ProblemError } from '../api/problem'
import type { Store } from './store'

/** An answer that is JSON text already: records are kept as text, so a page is joined and never parsed. */
export class JsonText<Body> {
  declare readonly body: Body
  readonly text: string

  /** @param text the JSON of a `Body` */
  constructor(text: string) {
    this.text = text
  }
}

/** What handlers work with; `clock` gives milliseconds since 1970. */
export type Context = { store: Store; clock: () => number }

export type Handler<Name extends OperationName> = (
  input: Input<Name>,
  context: Context,
) => Output<Name> | JsonText<Output<Name>> | Promise<Output<Name> | JsonText<Output<Name>>>

/** One handler a row: the compiler names the one that is missing. */
export type Handlers = { [Name in OperationName]: Handler<Name> }

/** The refusal of an operation that passed every check and is not built yet. */
export const notImplemented = (title: string) =>
  new ProblemError(501, 'not-implemented', `${title} is not implemented yet.`, {
    detail: 'The token, its scope and the request were checked and fit; nothing was done.',
  })
