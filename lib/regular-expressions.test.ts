/**
 * No regular expression is made of input, and none takes more than linear time on a text that does not match: one
 * request would stop the others, because a process has one thread.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type CallExpression, type NewExpression, parseSync, type RegExpLiteral, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'

/** Generates test data from the patterns of our own description. */
const exempt = 'e2e/oracles/arbitraries.ts'
const isTested = (path: string) =>
  /\.(?:ts|tsx|mjs|js)$/.test(path) && path !== exempt && !/\.test\.tsx?$|\/testing(?:\.ts$|\/)|^e2e\//.test(path)
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\0')

/** What is wrong with the regular expressions of a source, each as `line: reason`. */
function faultsOf(path: string, text: string): string[] {
  const faults: string[] = []
  const report = (start: number, reason: string) =>
    faults.push(`${path}:${text.slice(0, start).split('\n').length}: ${reason}`)
  const check = ({ start, regex: { pattern, flags } }: RegExpLiteral) => {
    const { reports } = analyse({ source: pattern, flags })
    for (const { type, exponential } of reports)
      report(start, `/${pattern}/${flags} takes ${exponential ? 'exponential' : 'superlinear'} time (${type})`)
  }
  const made = ({ start, callee }: CallExpression | NewExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp')
      report(start, 'RegExp() hides its expression: write a literal')
  }
  const { program, errors } = parseSync(path, text)
  expect(errors, path).toEqual([])
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) check(node)
    },
    CallExpression: made,
    NewExpression: made,
  }).visit(program)
  return faults
}

test.each([
  ["new RegExp('^' + text)", 'hides its expression'],
  ['RegExp(text)', 'hides its expression'],
  ['/^(a+)+$/', 'exponential'],
  ['/\\s+$/', 'superlinear'],
])('%s is refused', (source, reason) => {
  expect(faultsOf('example.ts', `const example = ${source}`)).toEqual([expect.stringContaining(reason)])
})

test('each regular expression is a literal that takes linear time', () => {
  const faults = files.filter(isTested).flatMap((path) => faultsOf(path, readFileSync(path, 'utf8')))
  expect(faults).toEqual([])
})
