import { describe, expect, test } from 'vitest'
import { checkForm, checkInput, invalidInput, type RawInput } from './check'
import { isWrite, type OperationName, operationNames, rowOf } from './operations'
import { ProblemError } from './problem'

const path = { id: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5', profile_id: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5' }

function problemOf(check: () => unknown) {
  try {
    check()
  } catch (thrown) {
    if (thrown instanceof ProblemError) return thrown.problem
    throw thrown
  }
  throw new Error('The input was accepted.')
}

/** Parts made of a counter until they fill the 64 KiB that a body or an address may have. */
function filled(part: (count: number) => string): string {
  const parts: string[] = []
  for (let length = 0; length < 64_000; length += parts.at(-1)?.length ?? 0) parts.push(part(parts.length))
  return parts.join('')
}

const members = (part: (count: number) => string) => JSON.parse(`{${filled((count) => `${part(count)},`)}"z":1}`)
const bodies: Record<string, unknown> = {
  'unknown members': members((count) => `"a${count}":1`),
  'unknown members that resemble known ones': members((count) => `"amount_profile_reference_number_${count}":1`),
  'an unknown member with a very long name': { ['x'.repeat(64_000)]: 1 },
  'many unknown members with long names': members((count) => `"${'x'.repeat(250)}${count}":1`),
  'metadata with many pairs': { metadata: members((count) => `"a${count}":1`) },
  'metadata with a very long name': { metadata: { ['x'.repeat(64_000)]: 1 } },
}
const queries: Record<string, string> = {
  'unknown names': filled((count) => `a${count}=&`),
  'unknown names that resemble known ones': filled((count) => `profile_identity_account_reference_${count}=&`),
  'an unknown name that is very long': `${'x'.repeat(64_000)}=1`,
  'unknown values': filled((count) => `type=CRYPTO_DEPOSI${count}&`),
  'empty values': filled(() => 'ids=&'),
}

const largest: [string, OperationName, RawInput][] = operationNames.flatMap((name) => [
  ...Object.entries(queries).map(
    ([what, query]) =>
      [what, name, { path, query: new URLSearchParams(query), body: {} }] as [string, OperationName, RawInput],
  ),
  ...(isWrite(rowOf(name))
    ? Object.entries(bodies).map(([what, body]) => [what, name, { path, body }] as [string, OperationName, RawInput])
    : []),
])

describe('The largest input', () => {
  test.each(largest)('of %s to %s is refused at once, with at most 20 errors in a short answer', (_, name, raw) => {
    const before = process.cpuUsage()
    const problem = problemOf(() => checkForm(name, raw))
    const { user } = process.cpuUsage(before)
    expect(problem.errors?.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(problem).length).toBeLessThan(24_000)
    // Microseconds; quadratic work took up to 1.3 s.
    expect(user).toBeLessThan(600_000)
  })
})

describe('The errors of an input', () => {
  const errors = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ field: `field_${at}`, message: `Field ${at} is wrong.` }))

  test('are all listed if they are 20', () => {
    const { problem } = invalidInput('The request is invalid.', errors(20))
    expect(problem.errors).toHaveLength(20)
    expect(problem.detail).toMatch(/field_19: Field 19 is wrong\.$/)
  })

  test.each([
    [21, 'One more error is not listed.'],
    [8_021, '8,001 more errors are not listed.'],
  ])('are 20 of %i, and the rest is counted', (count, rest) => {
    const { problem } = invalidInput('The request is invalid.', errors(count))
    expect(problem.errors?.map(({ field }) => field)).toEqual(errors(20).map(({ field }) => field))
    expect(problem.detail?.endsWith(rest)).toBe(true)
  })

  test('are all listed for a form', () => {
    const body = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`unknown_${at}`, 1]))
    expect(problemOf(() => checkInput('createOrder', { path, body })).errors?.length).toBeGreaterThanOrEqual(50)
  })
})
