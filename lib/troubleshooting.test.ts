/** docs/troubleshooting.md has an entry for everything that pages, a start and the doctor can say, found in their sources. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type Argument, type CallExpression, type Node, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { refusalTexts } from './provider/refusals'

const page = readFileSync('docs/troubleshooting.md', 'utf8')
/** The lines that close the entries of the page: kinds of problems, and how texts begin, with `…` for what differs. */
const said = [...page.matchAll(/^\*Said:\* (.+)$/gm)].map(([, line = '']) => line).join('\n')
const quoted = [...said.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text)
const kinds = [...said.matchAll(/`([a-z-]+)`/g)].map(([, kind = '']) => kind)

/** The texts of an expression, with `…` where something is put in. */
function textsOf(node: Node | Argument | undefined): string[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node?.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('…')]
  if (node?.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)]
  return []
}

const calledName = ({ callee }: CallExpression) =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''

const programOf = (path: string) => parseSync(path, readFileSync(path, 'utf8')).program
const sources = execFileSync('git', ['ls-files', 'lib', 'components'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !/\.test\.|\/testing/.test(path) && existsSync(path))

/** Each kind of problem with its titles; those of the sandbox are the provider's. */
function problemTitles(): Map<string, Set<string>> {
  const titles = new Map<string, Set<string>>()
  for (const path of sources.filter((path) => !path.startsWith('lib/sandbox/')))
    new Visitor({
      NewExpression({ callee, arguments: [, kind, title] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'ProblemError') return
        for (const name of textsOf(kind)) titles.set(name, new Set([...(titles.get(name) ?? []), ...textsOf(title)]))
      },
    }).visit(programOf(path))
  return titles
}

/** What the doctor calls a problem or warns of. */
const doctorTexts = (): string[] =>
  sources
    .filter((path) => path.startsWith('lib/features/connection/server/'))
    .flatMap((path) => {
      const found: string[] = []
      new Visitor({
        CallExpression(node) {
          if (/^(?:problem|warn)$/.test(calledName(node))) found.push(...textsOf(node.arguments[0]))
        },
      }).visit(programOf(path))
      return found
    })

/** Whether a text is a sentence of some length. */
const isSentence = (text: string) => /^[A-Z…][\s\S]*\.$/.test(text) && text.split(' ').length > 2

function sentencesOf(path: string): Set<string> {
  const found = new Set<string>()
  const see = (node: Node) => {
    for (const text of textsOf(node).filter(isSentence)) found.add(text)
  }
  new Visitor({ Literal: see, TemplateLiteral: see }).visit(programOf(path))
  return found
}

/** What the sign-in page says of a failure, from the table of its codes and what follows it. */
function signInTexts(): string[] {
  const path = 'components/sign-in/sign-in-form.tsx'
  const [, table = ''] =
    /const errorSentences[\s\S]*?= (\{[\s\S]*?\n\}\n[\s\S]*?\n\}\n)/.exec(readFileSync(path, 'utf8')) ?? []
  return [...sentencesOf(path)].filter((text) => text.startsWith('Sign-in failed') || table.includes(text))
}

/** What a start says: sentences in the files that it reads first, but for those that answer requests. */
function startTexts(): string[] {
  const begins = ['lib/console/start-up.ts', 'lib/console/running-console.ts', 'lib/server/settings.ts']
  const answering = /^lib\/(?:server\/(?:http|auth|sandbox-control)|console\/worlds)\b/
  const imported = begins.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/ from '(\.[^']+)'/g)].flatMap(([, to = '']) => {
      const target = posix.join(posix.dirname(path), to)
      return [target, `${target}.ts`].filter((file) => sources.includes(file) && !answering.test(file))
    }),
  )
  const files = new Set([...begins, ...imported, 'lib/commands/start.mjs', 'lib/commands/set-up.mjs'])
  return [...files].flatMap((path) => [...sentencesOf(path)])
}

/** A sentence that begins with a variable's name, or with one that is put in, says itself how to correct it. */
const ofVariable = /^(?:…|[A-Z]{3,}[A-Z_*]*[ ,=])/

/** What is only good news, or follows from what was said before. */
const harmless =
  /^(?:The database was|The database has been|Preparing the demo|Try again in|Another console is migrating the database\.)/

const titles = problemTitles()
const refusalTitles = Object.values(refusalTexts).map(({ title }) => title)
const titleTexts = [...[...titles.values()].flatMap((texts) => [...texts]), ...refusalTitles].filter((text) =>
  /[a-z]{3}/.test(text),
)
const starting = startTexts().filter((text) => !harmless.test(text) && !titleTexts.includes(text))
const signIns = signInTexts()
const doctors = doctorTexts().filter((text) => /[a-z]{3}/.test(text))

test('every kind of problem has an entry, and no entry names another', () => {
  const [, union = ''] =
    /export type ProblemKind =([\s\S]*?)\n\n/.exec(readFileSync('lib/provider/problem.ts', 'utf8')) ?? []
  const all = [...union.matchAll(/'([a-z-]+)'/g)].map(([, kind = '']) => kind)
  expect(all.length).toBeGreaterThan(60)
  expect(kinds.toSorted()).toEqual(all.toSorted())
})

test('everything that a page, a start and the doctor can say has an entry, and no entry quotes what is not said', () => {
  for (const { length } of [titleTexts, starting, doctors, signIns]) expect(length).toBeGreaterThan(8)
  const texts = new Set([...titleTexts, ...starting.filter((text) => !ofVariable.test(text)), ...doctors, ...signIns])
  expect([...texts].filter((text) => !quoted.some((begin) => text.startsWith(begin)))).toEqual([])
  expect(quoted.filter((begin) => ![...texts].some((text) => text.startsWith(begin)))).toEqual([])
  expect(page).toContain('begins with the name of a variable')
})
