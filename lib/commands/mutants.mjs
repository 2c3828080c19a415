// @ts-check
/**
 * Applies each seeded mutant to a copy of the repository, and runs the tests that must find it. A mutant whose text is not
 * in exactly one source, or that no test finds, is a failure; so is a named test that fails without a mutant.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { program, root } from './set-up.mjs'

/** @typedef {import('../../e2e/mutants/mutants.mjs').Mutant} Mutant */

/** Milliseconds after which a run counts as found: a mutant may make a program wait for ever. */
const patience = 300_000

const files = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .stdout.toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const sources = files.filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$|\/testing/.test(file) && !file.startsWith('e2e/'),
)

/** The one source that holds a mutant's text. @param {Mutant} mutant @returns {string | undefined} */
function sourceOf({ text }) {
  const found = sources.filter((file) => readFileSync(join(root, file), 'utf8').split(text).length === 2)
  return found.length === 1 ? found[0] : undefined
}

/**
 * Copies the repository. Packages are linked where the file system allows it, as they are only read.
 * @param {string} prefix of the folder's name @returns {string} the folder
 */
function copyOfRepository(prefix) {
  const copy = mkdtempSync(join(dirname(root) === tmpdir() ? dirname(root) : tmpdir(), prefix))
  for (const file of files) cpSync(join(root, file), join(copy, file))
  const packages = join(root, 'node_modules')
  if (spawnSync('cp', ['-al', packages, copy], { stdio: 'ignore' }).status !== 0)
    cpSync(packages, join(copy, 'node_modules'), { recursive: true })
  rmSync(join(copy, 'node_modules/.vite'), { recursive: true, force: true })
  return copy
}

/**
 * Runs tests in the copy.
 * @param {string} copy @param {Mutant['tests']} tests @param {NodeJS.ProcessEnv} env
 * @returns {{isGood: boolean, killer: string}} whether they pass, and the first test that does not
 */
function runTests(copy, [project, part], env) {
  const within = { cwd: copy, env, encoding: /** @type {const} */ ('utf8'), timeout: patience }
  if (project === 'http' || project === 'e2e') {
    const built = spawnSync(process.execPath, ['lib/commands/build.mjs', '--if-changed'], within)
    if (built.status !== 0) return { isGood: false, killer: 'the build' }
  }
  const words =
    project === 'e2e'
      ? [
          ...[program('@playwright/test/cli.js').replace(root, copy), 'test', '-c', 'e2e/playwright.config.ts'],
          ...['--reporter=line', '--workers=1', '--retries=0', '-x', `e2e/${part}.spec.ts`],
        ]
      : [program('vitest/vitest.mjs').replace(root, copy), 'run', `--project=${project}`, '--bail=1', '--retry=0', part]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, within)
  const said = `${stdout}${stderr}`.replaceAll('\u001b', '').replace(/\[[\d;]*m/g, '')
  const [, killer = ''] = /(?:FAIL |^ *1\) )(.*)$/m.exec(said) ?? []
  return { isGood: status === 0, killer: killer.trim() || said.slice(-300) }
}

/** @param {NodeJS.ProcessEnv} env @param {readonly Mutant[]} chosen @returns {boolean} whether all were found */
export function findMutants(env, chosen) {
  const copy = copyOfRepository('mintdesk-mutants-')
  /** @type {string[]} */
  const wrong = []
  try {
    for (const tests of new Map(chosen.map(({ tests }) => [tests.join(' '), tests])).values()) {
      const { isGood, killer } = runTests(copy, tests, env)
      if (!isGood) wrong.push(`${tests.join(': ')} fails without a mutant: ${killer}`)
    }
    for (const mutant of chosen) {
      const source = sourceOf(mutant)
      if (!source) {
        wrong.push(`"${mutant.name}": its text is not in exactly one source.`)
        continue
      }
      const path = join(copy, source)
      const original = readFileSync(path, 'utf8')
      writeFileSync(
        path,
        original.replace(mutant.text, () => mutant.replacement),
      )
      const { isGood, killer } = runTests(copy, mutant.tests, env)
      writeFileSync(path, original)
      console.log(`${isGood ? 'SURVIVED' : 'found'}: ${mutant.name} (${source})`)
      console.log(`  ${isGood ? `not by ${mutant.tests.join(': ')}` : killer}`)
      if (isGood) wrong.push(`"${mutant.name}" survives ${mutant.tests.join(': ')}.`)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  console.log(`${chosen.length} mutants, ${wrong.length} wrong`)
  for (const one of wrong) console.log(`  ${one}`)
  return wrong.length === 0
}
