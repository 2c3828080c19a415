/** The documents: links lead somewhere, and what they list is complete. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { operationNames, rowOf } from './provider/operations'

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
const textOf = (path: string) => readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '')

/** Headings as GitHub names them in addresses. */
const anchorsOf = (path: string) =>
  [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  )

test('every link within the repository leads to a file, and to a heading of it', () => {
  const links = documents.flatMap((path) =>
    [...textOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => ({ path, to })),
  )
  const lost = links
    .filter(({ to }) => !/^[a-z]+:/.test(to))
    .filter(({ path, to }) => {
      const [file, anchor] = to.split('#')
      const target = file ? posix.join(posix.dirname(path), file) : path
      if (!existsSync(target)) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    })
  expect(links.length).toBeGreaterThan(150)
  expect(lost).toEqual([])
})

test('the security questionnaire has sixty answers, each with what proves it', () => {
  const rows = [...textOf('docs/security-questionnaire.md').matchAll(/^\| (\d+) \| (.*) \| (.*) \| (.*) \|$/gm)]
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  for (const [row, , question = '', answer = '', proof = ''] of rows) {
    expect(question, row).toMatch(/\?$/)
    expect(answer.length, row).toBeGreaterThan(20)
    expect(proof, row).toMatch(/\]\(/)
  }
})

test('the scopes to ask the provider for are those that operations need', () => {
  const listed = [...textOf('docs/go-live.md').matchAll(/^\| `(\w+:\w+)` \|/gm)].map(([, scope]) => scope)
  const needed = new Set(operationNames.map((name) => rowOf(name).scope))
  expect(listed.toSorted()).toEqual([...needed].toSorted())
})
