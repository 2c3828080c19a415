/** Sends literal requests through the contract as the proxy does, without a network: the tests here pin the wire itself. */

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkInput } from '@/lib/api/check'
import { type OperationName, operationAt, rowOf } from '@/lib/api/operations'
import { ProblemError } from '@/lib/api/problem'

/** What became of a request: the operation and its checked input, or a sentence for each wrong field. */
export type Verdict =
  | { operation: OperationName; input: unknown; errors?: never }
  | { operation?: never; input?: never; errors: { field: string; message: string }[] }

/**
 * @param line method and target, such as `GET /v2/transfer/transfers?limit=10`
 * @param text the body, exactly as it is sent
 */
export function send(line: string, text?: string): Verdict {
  const [method = '', target = ''] = line.split(' ', 2)
  const [path = '', search = ''] = target.split('?', 2)
  const found = operationAt(method, path.split('/').slice(1).map(decodeURIComponent))
  if (!found || 'allowed' in found) throw new Error(`No operation takes ${line}`)
  try {
    const query = new URLSearchParams(search)
    const body: unknown = text === undefined ? undefined : JSON.parse(text)
    return { operation: found.name, input: checkInput(found.name, { path: found.path, query, body }) }
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    expect(thrown.problem).toMatchObject({ status: 400, type: '/problems/invalid-input' })
    return { errors: thrown.problem.errors ?? [] }
  }
}

/** A sentence that a person understands: no words of the checking library, and an end. */
function expectSentence(message: string) {
  expect(message).toMatch(/^(?:["A-Z1-9]|order_by=).{8,}[.?]$/)
  expect(message).not.toMatch(/invalid input|expected|received|undefined|NaN|\[object|unrecognized|regex|pattern/i)
}

/** The request is refused at exactly these fields (`a and b`), and the first of them says `why`. */
export function expectRefused(verdict: Verdict, field: string, why: RegExp) {
  expect(verdict.errors, 'the request was taken').toBeDefined()
  const errors = verdict.errors ?? []
  for (const { message } of errors) expectSentence(message)
  expect(errors.map((error) => error.field)).toEqual(field.split(' and '))
  expect(errors[0]?.message).toMatch(why)
}

export function expectTaken(verdict: Verdict) {
  expect(verdict.errors).toBeUndefined()
}

const short = (text: string) => (text.length > 110 ? `${text.slice(0, 90)}… (${text.length} characters)` : text)

/** One test for each literal input that the spec allows. */
export function takes(inputs: readonly string[], verdictOf: (input: string) => Verdict) {
  for (const input of inputs) test(`takes ${short(input)}`, () => expectTaken(verdictOf(input)))
}

/** One test for each literal input that the spec forbids: the input, the field at fault, what is said about it. */
export function refuses(inputs: readonly (readonly [string, string, RegExp])[], verdictOf: (input: string) => Verdict) {
  for (const [input, field, why] of inputs) {
    test(`refuses ${short(input)}`, () => expectRefused(verdictOf(input), field, why))
  }
}

/** A literal answer as the strict contract reads it. @throws where the answer is not what the spec says */
export const answerOf = (name: OperationName, text: string): unknown => z.parse(rowOf(name).response, JSON.parse(text))
