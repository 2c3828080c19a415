/** What is installed: that the lock file fits every machine, whose licences ship, and what runs at install. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const text = readFileSync('package-lock.json', 'utf8')
const lock = JSON.parse(text) as Lock

/** Licences that a console may ship with, each of which asks at most for its text. */
const allowedLicences = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']

/** Packages with another licence, and why they may be installed. */
const exceptions: Record<string, { licence: string; reason: string }> = {
  '@img/sharp-': {
    licence: 'LGPL-3.0-or-later',
    reason: 'Next’s image optimizer, optional and off (next.config.js): nothing loads it, and it can be deleted.',
  },
  'caniuse-lite': { licence: 'CC-BY-4.0', reason: 'Data of browsers, read by the build.' },
}

/** What runs a script of its own at install, and what for. */
const installScripts: Record<string, string> = {
  '@photostructure/sqlite': 'finds its binary, which is inside the package',
  '@scarf/scarf': 'reports installs of swagger-ui-dist; off by scarfSettings in package.json',
  esbuild: 'checks its binary; development only',
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The packages that ship and whose licence is neither allowed nor excepted, each with it. */
function unknownLicences({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { license = 'none', dev }]) => {
    if (path === '' || dev) return []
    const name = nameOf(path)
    const exception = Object.entries(exceptions).find(([start]) => name.startsWith(start))?.[1]
    const allowed = exception ? [...allowedLicences, exception.licence] : allowedLicences
    return license.split(' AND ').every((one) => allowed.includes(one)) ? [] : [`${name}: ${license}`]
  })
}

type Entry = {
  optionalDependencies?: Record<string, string>
  resolved?: string
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
}
type Lock = { packages: Record<string, Entry> }

/** Packages for other platforms that an entry names and the lock file does not hold: `npm ci` would fail there. */
function unlockedPlatforms({ packages }: Lock): string[] {
  const holds = (owner: string, name: string) => {
    // As npm looks: beside the owner's own packages first, then further out.
    for (let at = owner; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const inner = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
      if (packages[inner]) return true
      if (at === '') return false
    }
  }
  return Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !holds(owner, name))
      .map((name) => `${owner} needs ${name}`),
  )
}

describe('the lock file', () => {
  test('holds every optional package of every platform', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(50)
    expect(unlockedPlatforms(lock)).toEqual([])
  })
  test('names no place that packages come from', () => {
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
    expect(text).not.toMatch(/https?:\/\/[^"]*\.tgz/)
  })
  test('without an entry for a platform is found out', () => {
    const owner = { optionalDependencies: { 'tool-linux': '1.0.0' } }
    expect(unlockedPlatforms({ packages: { 'node_modules/tool': owner } })).toEqual([
      'node_modules/tool needs tool-linux',
    ])
    const beside = { 'node_modules/tool': owner, 'node_modules/tool-linux': {} }
    expect(unlockedPlatforms({ packages: beside })).toEqual([])
    const inner = { 'node_modules/a/node_modules/tool': owner, 'node_modules/a/node_modules/tool-linux': {} }
    expect(unlockedPlatforms({ packages: inner })).toEqual([])
    const elsewhere = { 'node_modules/tool': owner, 'node_modules/a/node_modules/tool-linux': {} }
    expect(unlockedPlatforms({ packages: elsewhere })).toHaveLength(1)
  })
})

describe('the packages that ship', () => {
  test('have a licence that is allowed, or are named with the reason', () => {
    expect(unknownLicences(lock)).toEqual([])
  })
  test.each([
    [{ license: 'GPL-3.0-only' }, ['tool: GPL-3.0-only']],
    [{ license: 'MIT AND LGPL-3.0-or-later' }, ['tool: MIT AND LGPL-3.0-or-later']],
    [{}, ['tool: none']],
    [{ license: 'GPL-3.0-only', dev: true }, []],
  ])('are judged by their entry: %j', (entry, found) => {
    expect(unknownLicences({ packages: { '': {}, 'node_modules/a/node_modules/tool': entry } })).toEqual(found)
  })
})

test('the packages that run a script at install are those whose script is known', () => {
  const found = Object.entries(lock.packages).flatMap(([path, entry]) => (entry.hasInstallScript ? nameOf(path) : []))
  expect(found.sort()).toEqual(Object.keys(installScripts).sort())
  const { scarfSettings } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scarfSettings).toMatchObject({ enabled: false })
})
