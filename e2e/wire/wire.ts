/** Sends literal requests through the contract as the proxy does, without a network: the tests here pin the wire itself. */

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkInput, schemasOf } from '@/lib/provider/check'
import { type OperationName, operationAt, pathOf, rowOf } from '@/lib/provider/operations'
import { ProblemError } from '@/lib/provider/problem'

/** The result of a check: the operation and its input, or an error for each invalid field. */
export type CheckResult =
  | { operation: OperationName; input: unknown; errors?: never }
  | { operation?: never; input?: never; errors: { field: string; message: string }[] }

/**
 * @param line method and target, such as `GET /v2/transfer/transfers?limit=10`
 * @param text the body, exactly as it is sent
 */
export function send(line: string, text?: string): CheckResult {
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

/**
 * One test for the address of an operation: spec, "Endpoints" and "Scopes per endpoint". Each operation has one (addresses.test.ts).
 * @param path the path values that are in the line
 */
export function hasAddress(name: OperationName, path: Record<string, string>, line: string, scope: string) {
  test(`${name} is written to and found at its address, with its scope`, () => {
    expect(`${rowOf(name).method} ${pathOf(name, path)}`).toBe(line)
    expect(rowOf(name).scope).toBe(scope)
    const [method = '', target = ''] = line.split(' ')
    expect(operationAt(method, target.split('/').slice(1))).toEqual({ name, path })
  })
}

/** A whole sentence, without the wording of the validation library. */
function expectSentence(message: string) {
  expect(message).toMatch(/^(?:["A-Z1-9]|order_by=).{8,}[.?]$/)
  expect(message).not.toMatch(/invalid input|expected|received|undefined|NaN|\[object|unrecognized|regex|pattern/i)
}

/** The request is refused at exactly these fields (`a and b`); `why` is the message of the first. */
export function expectRefused(result: CheckResult, field: string, why: RegExp) {
  expect(result.errors, 'the request was taken').toBeDefined()
  const errors = result.errors ?? []
  for (const { message } of errors) expectSentence(message)
  expect(errors.map((error) => error.field)).toEqual(field.split(' and '))
  expect(errors[0]?.message).toMatch(why)
}

export function expectAccepted(result: CheckResult) {
  expect(result.errors).toBeUndefined()
}

const short = (text: string) => (text.length > 110 ? `${text.slice(0, 90)}… (${text.length} characters)` : text)

/** One test for each literal input that the spec allows. */
export function accepts(inputs: readonly string[], check: (input: string) => CheckResult) {
  for (const input of inputs) test(`takes ${short(input)}`, () => expectAccepted(check(input)))
}

/** One test for each literal input that the spec forbids: the input, the invalid field, its message. */
export function refuses(inputs: readonly (readonly [string, string, RegExp])[], check: (input: string) => CheckResult) {
  for (const [input, field, why] of inputs) {
    test(`refuses ${short(input)}`, () => expectRefused(check(input), field, why))
  }
}

/** Parses a literal answer with the strict schema. @throws if it deviates from the spec */
export const answerOf = (name: OperationName, text: string): unknown =>
  z.parse(schemasOf(name).response, JSON.parse(text))
