/**
 * The rules of the house, held: who may import whom, what no file may contain, and that each seeded mutant has a source
 * and a test.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Mutant, mutants } from '../e2e/mutants/mutants.mjs'
import { operationNames, writeNames } from './provider/operations'

/** Sources by their path from the root of the repository. */
type Sources = ReadonlyMap<string, string>

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
const files = listed.split('\0').filter((path) => path !== '' && existsSync(path))
const isCode = (path: string) => /\.(ts|tsx|mjs|js|jsx)$/.test(path)
/** Tests, and what the tests of a folder share. */
const isTest = (path: string) => /\.(test|spec)\.tsx?$|\/testing(?:\.ts$|\/)/.test(path) || path.startsWith('e2e/')
const sources: Sources = new Map(files.filter(isCode).map((path) => [path, readFileSync(path, 'utf8')]))

/** What a source imports, as it is written there: `import … from`, `export … from`, `import '…'`, `import('…')`, `require('…')`. */
function importsOf(source: string): string[] {
  const statement = /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^[ \t]*import\s*['"]([^'"]+)['"]/gm
  const call = /\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g
  return [...source.matchAll(statement), ...source.matchAll(call)].map(([, from, bare]) => from ?? bare ?? '')
}

/** The path that an import leads to, from the root and without its extension; a package keeps its name. */
function targetOf(importer: string, specifier: string): { path: string } | { package: string } {
  if (specifier.startsWith('@/')) return { path: posix.normalize(specifier.slice(2)) }
  if (specifier.startsWith('.')) return { path: posix.join(posix.dirname(importer), specifier) }
  return { package: specifier }
}

type Room =
  | 'domain'
  | 'provider'
  | 'api'
  | 'browser'
  | 'server'
  | 'database'
  | 'sandbox'
  | 'operate'
  | 'console'
  | 'commands'
  | 'face'
  | 'tables'
  | 'feature of the server'
  | 'feature of the browser'
  | 'kit'
  | 'components'
  | 'pages'
  | 'routes'
  | 'look'
  | 'root'

/** The components that know no feature. */
const kit = 'ui|list|filters|forms|record'

function roomOf(path: string): Room {
  const inFeature = /^lib\/features\/[^/]+\/(?:(server|browser)\/)?/.exec(path)
  if (inFeature) return inFeature[1] ? `feature of the ${inFeature[1] as 'server' | 'browser'}` : 'face'
  if (path.startsWith('lib/features/')) return 'tables'
  const inLib = /^lib\/(domain|provider|api|browser|server|database|sandbox|operate|console|commands)\//.exec(path)
  if (inLib) return inLib[1] as Room
  if (path.startsWith('components/')) return new RegExp(`^components/(?:${kit})/`).test(path) ? 'kit' : 'components'
  if (path.startsWith('app/look/')) return 'look'
  if (path.startsWith('app/api/')) return 'routes'
  return path.startsWith('app/') ? 'pages' : 'root'
}

const shared = ['domain', 'provider', 'api'] as const

/** Which rooms a room may import, apart from itself. What several features share is a table at the root of lib/features. */
const mayImport: Record<Room, readonly Room[]> = {
  domain: [],
  provider: ['domain'],
  api: ['domain', 'provider'],
  browser: shared,
  database: shared,
  server: [...shared, 'database'],
  face: shared,
  tables: [...shared, 'face', 'server'],
  'feature of the server': [...shared, 'database', 'server', 'face', 'tables'],
  'feature of the browser': [...shared, 'browser', 'face', 'tables'],
  console: [...shared, 'database', 'server', 'face', 'tables', 'feature of the server'],
  sandbox: [...shared, 'database'],
  operate: [...shared, 'database', 'server', 'face', 'tables', 'feature of the server', 'console', 'commands', 'root'],
  commands: [...shared, 'browser', 'database', 'server', 'sandbox', 'face', 'tables', 'operate', 'console', 'root'],
  kit: [...shared, 'browser'],
  components: [...shared, 'browser', 'face', 'tables', 'feature of the browser', 'kit'],
  pages: [
    ...shared,
    'browser',
    'server',
    'face',
    'tables',
    'feature of the browser',
    'console',
    'kit',
    'components',
    'look',
  ],
  routes: [...shared, 'server', 'face', 'console'],
  look: [],
  root: [...shared, 'browser', 'server', 'database', 'console'],
}

const featureOf = (path: string) => /^lib\/features\/([^/]+)\//.exec(path)?.[1]

/** Packages for what runs anywhere: schemas, the checks of pasted keys and addresses, and the formats of files. */
const runsAnywhere = new Set<Room>(['domain', 'provider', 'api', 'face'])
const purePackage = /^(?:zod|@noble\/hashes|@scure\/(?:base|bip39)|validator|saxes)(?:\/|$)/

/** Rooms below features, which may name a type that a feature's face has, and load nothing of it. */
const mayNameTypes = new Set<Room>(['api', 'browser', 'database', 'server'])

/** Every import against the direction, as `importer → imported`. Tests may import every room but the app's. */
function wrongImports(from: Sources): string[] {
  return [...from].flatMap(([importer, source]) => {
    const loaded = new Set(loadedImports(source))
    return importsOf(source).flatMap((specifier) => {
      const room = roomOf(importer)
      const target = targetOf(importer, specifier)
      const wrong = [`${importer} → ${specifier}`]
      if ('package' in target) {
        const isFree = !runsAnywhere.has(room) || isTest(importer) || purePackage.test(target.package)
        return isFree ? [] : wrong
      }
      const imported = roomOf(target.path)
      const isApp = imported === 'pages' || imported === 'routes' || imported === 'look'
      if (isTest(importer)) return isApp ? wrong : []
      // Of another feature only its face.
      const isStrange = imported.startsWith('feature of') && room.startsWith('feature of')
      if (isStrange && featureOf(importer) !== featureOf(target.path)) return wrong
      if (imported === 'face' && mayNameTypes.has(room) && !loaded.has(specifier)) return []
      return imported === room || mayImport[room].includes(imported) ? [] : wrong
    })
  })
}

/** The file that an import leads to; undefined for a package. */
function importedFile(from: Sources, importer: string, specifier: string): string | undefined {
  const target = targetOf(importer, specifier)
  if ('package' in target) return undefined
  const candidates = ['', '.ts', '.tsx', '.js', '.mjs'].map((extension) => `${target.path}${extension}`)
  return candidates.find((candidate) => from.has(candidate))
}

/** What a source imports when it is loaded: neither types nor late parts. */
const loadedImports = (source: string): string[] =>
  importsOf(
    source
      .replace(/^[ \t]*(?:import|export)\s+type\b[^'"`;]*?\bfrom\s*['"][^'"]+['"]/gm, '')
      .replace(/\bimport\(/g, ''),
  )

/** The way along loaded imports from a file to a package: `a → b → package`. */
function wayToPackage(from: Sources, start: string, name: RegExp): string | undefined {
  const ways = new Map([[start, start]])
  for (const [path, way] of ways) {
    for (const specifier of loadedImports(from.get(path) ?? '')) {
      if (name.test(specifier)) return `${way} → ${specifier}`
      const file = importedFile(from, path, specifier)
      if (file && !ways.has(file)) ways.set(file, `${way} → ${file}`)
    }
  }
  return undefined
}

/** The shortest way from a file along imports back to itself. */
function circleAt(start: string, imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const importers = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const imported of imports.get(file) ?? []) {
      if (imported === start) {
        const circle = [file]
        for (let at = file; at !== start; circle.unshift(at)) at = importers.get(at) ?? start
        return circle
      }
      if (importers.has(imported)) continue
      importers.set(imported, file)
      queue.push(imported)
    }
  }
  return undefined
}

/** Files of the app, the components and the library that import each other, types and lazy imports included: `a → b → a`. */
function importCircles(from: Sources): string[] {
  const code = [...from].filter(([path]) => /^(?:app|components|lib)\//.test(path))
  const imports = new Map(
    code.map(([path, source]) => [
      path,
      importsOf(source).flatMap((specifier) => importedFile(from, path, specifier) ?? []),
    ]),
  )
  const met = new Set<string>()
  return code.flatMap(([path]) => {
    const circle = met.has(path) ? undefined : circleAt(path, imports)
    for (const file of circle ?? []) met.add(file)
    return circle ? [[...circle, circle[0]].join(' → ')] : []
  })
}

/** Folders below a root that import each other, as `a → b → a`; files beside them are left out, and tests. */
function folderCircles(from: Sources, root: string): string[] {
  const folderOf = (path: string) => new RegExp(`^${root}/([^/]+)/`).exec(path)?.[1]
  const imports = new Map<string, string[]>()
  for (const [path, source] of from) {
    const folder = folderOf(path)
    if (folder === undefined || isTest(path)) continue
    const found = importsOf(source).flatMap((specifier) => folderOf(importedFile(from, path, specifier) ?? '') ?? [])
    imports.set(folder, [...(imports.get(folder) ?? []), ...found.filter((one) => one !== folder)])
  }
  return [...imports.keys()].flatMap((folder) => {
    const circle = circleAt(folder, imports)
    return circle ? [[...circle, folder].join(' → ')] : []
  })
}

/** The files that run in a browser: `'use client'` files, all of lib/browser and components, and what they import. */
function clientFiles(from: Sources): string[] {
  const begins = (path: string, source: string) =>
    /^(?:\s|\/\*[\s\S]*?\*\/|\/\/.*\n)*['"]use client['"]/.test(source) ||
    /^(?:lib\/(?:features\/[^/]+\/)?browser|components)\//.test(path)
  const found = new Set(
    [...from].filter(([path, source]) => !isTest(path) && begins(path, source)).map(([path]) => path),
  )
  for (const path of found) {
    for (const specifier of importsOf(from.get(path) ?? '')) {
      const file = importedFile(from, path, specifier)
      if (file) found.add(file)
    }
  }
  return [...found]
}

const serverVariable =
  /process\.env|\b[A-Z]+_(?:CLIENT_SECRET|CLIENT_ID|BASE_URL|AUTH_URL)\b|\bNEXTAUTH_SECRET\b|\bDATABASE_URL\b|\bOIDC_[A-Z]+/

/** What client code says or imports that belongs to the server. */
function serverThingsInClient(from: Sources): string[] {
  return clientFiles(from).flatMap((path) => {
    const source = from.get(path) ?? ''
    const said = serverVariable.exec(source)
    const imported = importsOf(source).filter((specifier) => {
      const target = targetOf(path, specifier)
      return 'path' in target
        ? /^lib\/(?:server|database|console|features\/[^/]+\/server)\//.test(target.path)
        : /^node:|^server-only$/.test(target.package)
    })
    return [...(said ? [said[0]] : []), ...imported].map((thing) => `${path}: ${thing}`)
  })
}

// Written in parts, so that this file does not find itself.
const unfinished = new RegExp(`\\b(?:${'TO'}DO|${'FIX'}ME|${'XX'}X)\\b`)
const onlyOne = new RegExp(`\\b(?:test|it|describe)\\.${'on'}ly\\b`)
const anyType = new RegExp(`(?::|\\bas|<)\\s*${'an'}y\\b(?=\\s*(?:[,;)=>\\]|&[{]|$))`, 'm')

/** What may stand in no file: notes of unfinished work, tests that shut out the others, types that say nothing. */
function forbiddenWords(path: string, text: string): string[] {
  const patterns = isCode(path) ? [unfinished, onlyOne, anyType] : [unfinished]
  return patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).map((word) => `${path}: ${word}`)
}

describe('imports', () => {
  test('go only in the direction of the design', () => {
    expect(sources.size).toBeGreaterThan(20)
    expect(wrongImports(sources)).toEqual([])
  })

  test.each([
    ['lib/domain/x.ts', "import { y } from '../provider/problem'"],
    ['lib/provider/x.ts', "import { y } from '../api/own-row'"],
    ['lib/server/writes/x.ts', "import { y } from '../../features/approvals/policy'"],
    ['lib/server/writes/x.ts', "import type { Y } from '../../features/approvals/server/weighing'"],
    ['lib/server/writes/x.ts', "import { y } from '../../features/operations'"],
    ['lib/features/views/operations.ts', "import { y } from './server/view-store'"],
    ['lib/features/views/server/x.ts', "import { y } from '../../notes/server/record-notes'"],
    ['lib/features/views/server/x.ts', "import { y } from '../browser/saved-views'"],
    ['lib/features/views/browser/x.ts', "import { y } from '../../notes/browser/record-notes'"],
    ['lib/features/views/server/x.ts', "import { y } from '../../../console/console'"],
    ['components/list/x.tsx', "import { y } from '@/lib/features/views/interface'"],
    ['components/list/x.tsx', "import { y } from '../views/view-data'"],
    ['lib/api/x.ts', "import { y } from '../server/env'"],
    ['lib/api/x.ts', "import React from 'react'"],
    ['lib/api/x.ts', "import { readFileSync } from 'node:fs'"],
    ['lib/browser/x.ts', "export { y } from '../server/env'"],
    ['lib/browser/x.ts', "import '../../components/ui/button'"],
    ['lib/server/x.ts', "import type { Store } from '@/lib/sandbox/store'"],
    ['lib/sandbox/x.ts', "const y = await import('../server/env')"],
    ['lib/sandbox/x.ts', "import {\n  a,\n  b,\n} from '../browser/operation'"],
    ['lib/database/x.ts', "import { y } from '@/lib/server/settings'"],
    ['lib/commands/x.mjs', "import('../../app/page.tsx')"],
    ['lib/commands/x.mjs', "import '../../components/ui/button'"],
    ['components/x.tsx', "import { y } from '@/lib/server/settings'"],
    ['components/x.tsx', "import { y } from '../app/page'"],
    ['app/page.tsx', "import { y } from '@/lib/database/open'"],
    ['app/page.tsx', "import { y } from '@/lib/sandbox/store'"],
    ['app/api/health/route.ts', "import { y } from '@/components/ui/button'"],
    ['app/api/health/route.ts', "import { y } from '../../page'"],
    ['proxy.ts', "import { y } from './app/page'"],
    ['e2e/transfers.spec.ts', "import { y } from '../app/page'"],
    ['lib/server/x.test.ts', "import { y } from '@/app/page'"],
  ])('from %s as in %s are found', (path, source) => {
    expect(wrongImports(new Map([[path, source]]))).toHaveLength(1)
  })

  test.each([
    ['lib/api/x.ts', "import * as z from 'zod/mini'\nimport { y } from './values'"],
    ['lib/api/x.test.ts', "import fc from 'fast-check'"],
    ['lib/server/x.ts', "import { y } from '../database/open'\nimport { z } from '../api/values'"],
    ['lib/server/writes/x.ts', "import type { Y } from '../../features/approvals/interface'"],
    [
      'lib/features/views/server/x.ts',
      "import { y } from '../../notes/interface'\nimport { z } from '../../../server/clock'",
    ],
    ['components/views/x.tsx', "import { y } from '@/lib/features/views/browser/saved-views'"],
    ['lib/server/x.test.ts', "import { start } from '../sandbox/app'"],
    [
      'app/(console)/[environment]/page.tsx',
      "import { y } from '@/lib/console/page-session'\nimport '@/app/look/tokens.css'",
    ],
    ['components/transfers/x.tsx', "import { Button } from '../ui/button'\nimport { y } from '@/lib/domain/values'"],
    ['lib/sandbox/x.ts', "// from '../server/env'\nconst text = 'import it from the server'"],
  ])('from %s as in %s are allowed', (path, source) => {
    expect(wrongImports(new Map([[path, source]]))).toEqual([])
  })
})

describe('components', () => {
  test('and those of the server stand in folders of which none leads back to itself', () => {
    expect(folderCircles(sources, 'components')).toEqual([])
    expect(folderCircles(sources, 'lib/server')).toEqual([])
    const files = { 'components/a/x.ts': "import '../b/y'", 'components/b/y.ts': "import type { Z } from '../a/z'" }
    const circular = new Map(Object.entries({ ...files, 'components/a/z.ts': '' }))
    expect(folderCircles(circular, 'components')).toEqual(['a → b → a', 'b → a → b'])
  })
  test('name a write only as their own operation: but for its parts, lists of writes follow from the rows', () => {
    const names = `(?:${writeNames.join('|')})`
    const own = new RegExp(`(?:operation: |mayWrite\\()'${names}'`, 'g')
    const listed = new RegExp(`['"]${names}['"]|^ *${names}:`, 'm')
    const listing = [...sources].filter(
      ([path, source]) =>
        /^(?:app|components|lib\/browser|lib\/features\/[^/]+\/browser)\//.test(path) &&
        !isTest(path) &&
        listed.test(source.replace(own, '')),
    )
    expect(listing.map(([path]) => path)).toEqual(['components/activity/write-parts.tsx'])
  })
})

describe('import circles', () => {
  test('do not exist', () => {
    expect(importCircles(sources)).toEqual([])
  })

  test('are found through types, lazy imports and any number of files', () => {
    const circlesOf = (files: Record<string, string>) => importCircles(new Map(Object.entries(files)))
    const b = "export { a } from './a'"
    expect(circlesOf({ 'lib/a.ts': "import type { b } from './b'", 'lib/b.ts': b })).toEqual([
      'lib/a.ts → lib/b.ts → lib/a.ts',
    ])
    expect(circlesOf({ 'lib/a.ts': "const b = import('./b')", 'lib/b.ts': b })).toHaveLength(1)
    const c = "import { a } from '@/lib/a'"
    expect(circlesOf({ 'lib/a.ts': "import './b'", 'lib/b.ts': "import './c'", 'lib/c.ts': c })).toEqual([
      'lib/a.ts → lib/b.ts → lib/c.ts → lib/a.ts',
    ])
    expect(circlesOf({ 'lib/a.ts': "import './b'\nimport './c'", 'lib/b.ts': "import './c'", 'lib/c.ts': '' })).toEqual(
      [],
    )
  })
})

describe('names', () => {
  const vague = /(?:^|\/)(?:utils?|hooks|types|services|helpers?)(?:\/|\.tsx?$)/
  const barrel = /(?:^|\/)index\.(?:ts|tsx|js|mjs)$/
  test('of folders and files say what may come in, and no file only passes on others', () => {
    expect(files.filter((path) => vague.test(path))).toEqual([])
    expect(files.filter((path) => barrel.test(path))).toEqual([])
  })
  test('that say nothing are found', () => {
    for (const path of ['lib/utils/x.ts', 'components/hooks/y.ts', 'lib/api/types.ts', 'services/z.ts'])
      expect(path).toMatch(vague)
    for (const path of ['lib/api/index.ts', 'index.js']) expect(path).toMatch(barrel)
    for (const path of ['lib/provider/transfers.ts', 'components/transfer-types.tsx', 'lib/server/service.ts']) {
      expect(path).not.toMatch(vague)
      expect(path).not.toMatch(barrel)
    }
  })
})

describe('the server', () => {
  const isServer = (path: string) => /^lib\/(?:server|console|features\/[^/]+\/server)\//.test(path) && !isTest(path)
  const server = [...sources].filter(([path]) => isServer(path))

  test('keeps one instance on globalThis, and reads variables where it starts', () => {
    const saying = (word: RegExp) => server.filter(([, source]) => word.test(source)).map(([path]) => path)
    expect(saying(/\bglobalThis as\b|\bSymbol\.for\(/)).toEqual(['lib/console/running-console.ts'])
    expect(saying(/\bprocess\.env\b/)).toEqual(['lib/console/running-console.ts', 'lib/console/start-up.ts'])
  })

  test('leases rows in one place; a check of a request holds by its end alone', () => {
    const leases = /\blease_(?:id|until)(?:['"]|\s*[:=<>])/
    const inOtherPlaces = ([path, source]: [string, string]) =>
      leases.test(source) && path !== 'lib/server/work/lease.ts' && !path.startsWith('lib/server/writes/')
    expect(server.filter(inOtherPlaces).map(([path]) => path)).toEqual([])
    expect(readFileSync('lib/server/work/lease.ts', 'utf8')).toMatch(leases)
  })

  test('names no operation: what is true of one is in its row', () => {
    const names = new RegExp(`\\b(?:${operationNames.join('|')})\\b`)
    expect(server.filter(([, source]) => names.test(source)).map(([path]) => path)).toEqual([])
  })
})

describe('client code', () => {
  test('knows nothing of the server', () => {
    expect(clientFiles(sources)).toContain('lib/provider/operations.ts')
    expect(serverThingsInClient(sources)).toEqual([])
  })
  test('that reaches for the server through another file is found', () => {
    const reach = (path: string, source: string) =>
      serverThingsInClient(
        new Map([
          ['app/a.tsx', `/** Says why. */\n'use client'\nimport { b } from '@/${path.replace(/\.ts$/, '')}'`],
          [path, source],
        ]),
      )
    expect(reach('lib/api/b.ts', 'export const b = process.env.HOME')).toEqual(['lib/api/b.ts: process.env'])
    expect(reach('lib/api/b.ts', "const b = 'SANDBOX_CLIENT_SECRET'")).toEqual(['lib/api/b.ts: SANDBOX_CLIENT_SECRET'])
    expect(reach('lib/api/b.ts', "import { c } from '../database/open'")).toHaveLength(1)
    expect(reach('lib/api/b.ts', "import { c } from 'node:fs'")).toHaveLength(1)
    expect(reach('lib/api/b.ts', 'export const b = 1')).toEqual([])
    expect(serverThingsInClient(new Map([['components/x.tsx', 'OIDC_ISSUER']]))).toHaveLength(1)
    expect(serverThingsInClient(new Map([['app/page.tsx', 'process.env.HOME']]))).toEqual([])
  })
})

describe('a page', () => {
  const zod = /^zod(?:\/|$)/
  const pages = files.filter((path) => /^app\/\(console\)\/.*\/(?:page|layout|error)\.tsx$/.test(path))
  const clients = (path: string) =>
    importsOf(sources.get(path) ?? '').flatMap((specifier) => importedFile(sources, path, specifier) ?? [])

  test('loads no schemas: the proxy checks what is sent, and forms load them for their first check', () => {
    expect(pages.length).toBeGreaterThan(15)
    const parts = new Set(pages.flatMap(clients).filter((path) => /^(?:components|app)\//.test(path)))
    // What a page's own server code loads reaches no browser.
    const sent = new Map(
      [...sources].filter(([path]) => !/^lib\/(?:server|console|features\/[^/]+\/server)\//.test(path)),
    )
    expect([...parts].flatMap((path) => wayToPackage(sent, path, zod) ?? [])).toEqual([])
  })
  test('that loads them through other files is found, unless late or as a type', () => {
    const wayFrom = (statement: string) =>
      wayToPackage(
        new Map([
          ['components/a.tsx', statement],
          ['lib/b.ts', "import * as z from 'zod/mini'"],
        ]),
        'components/a.tsx',
        zod,
      )
    expect(wayFrom("import { b } from '@/lib/b'")).toBe('components/a.tsx → lib/b.ts → zod/mini')
    expect(wayFrom("import type { b } from '@/lib/b'")).toBeUndefined()
    expect(wayFrom("const b = () => import('@/lib/b')")).toBeUndefined()
  })
})

describe('no file', () => {
  const isText = (path: string) => !/\.(woff2?|png|jpe?g|ico|webp|gif|pdf)$/.test(path) && path !== 'package-lock.json'
  test('has unfinished work, a test that shuts out others, or a type that says nothing', () => {
    expect(files.filter(isText).flatMap((path) => forbiddenWords(path, readFileSync(path, 'utf8')))).toEqual([])
  })
  test('formats by the language of the browser, which may be one that Intl refuses, such as C', () => {
    const code = files.filter((path) => isCode(path) && !isTest(path))
    expect(code.filter((path) => /navigator\.languages?\b/.test(sources.get(path) ?? ''))).toEqual([])
  })
  test('loads a component late without the boundary that keeps the page if it is lost', () => {
    const late = files.filter((path) => isCode(path) && !isTest(path))
    const bare = late.filter((path) => /\b(?:React\.)?(?:lazy|dynamic)\(|next\/dynamic/.test(sources.get(path) ?? ''))
    expect(bare).toEqual(['components/ui/lazy-part.tsx'])
  })
  test('links by next/link, which weighs more than the page needs', () => {
    const code = files.filter((path) => isCode(path) && !isTest(path))
    expect(code.filter((path) => importsOf(sources.get(path) ?? '').includes('next/link'))).toEqual([])
  })
  test('with such words goes unnoticed', () => {
    const words = [
      `// ${'TO'}DO: later`,
      `test.${'on'}ly('x')`,
      `let x: ${'an'}y`,
      `y as ${'an'}y)`,
      `Array<${'an'}y>`,
      `(x: ${'an'}y, y)`,
    ]
    for (const text of words) expect(forbiddenWords('x.ts', text), text).toHaveLength(1)
    for (const text of ['// Kept: any text goes.', 'as any other', 'const only = 1', 'mastodons']) {
      expect(forbiddenWords('x.ts', text), text).toEqual([])
    }
  })
})

/**
 * A moment that a test names: written out, or of what stands at the end of the seeded history (the service, unless it is
 * given a clock; the consoles and databases of the fixtures; the demo of the browser tests).
 */
const fixedMoment =
  /['"`][^'"`\n]*\b(?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d|\bDate\.UTC\(\s*\d{4}|\banchor\b|\bseededClock\(|\bdescribeOnBothDatabases\(|\bstartService\(\s*[\w.]+\s*\)|\bstartDemo\(|\{[^{}]*\bdemo\b[^{}]*\}\s*\)\s*=>/
/** The machine's time. A clock that only has its timers from the machine is none: `{ ...systemClock, now }`. */
const machineTime =
  /\bDate\.now\b|\bnew Date\(\s*\)|(?<!\.\.\.)\b[s]ystemClock\b(?!\.(?:after|steady)\b)|\.\.\.[s]ystemClock\b(?![^{}]*\bnow\b)/

/** What runs, without imports and comments. */
const statements = (source: string) =>
  source.replace(/^import\b[^'"]*(?:'[^']*'|"[^"]*")/gm, '').replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

describe('a test', () => {
  const mixing = (from: Sources) =>
    [...from]
      // In a page under test the machine's time is that of its setup; benchmarks and the walk of engines judge no times.
      .filter(
        ([path]) =>
          isTest(path) && !/\.component\.test\.tsx$|^components\/testing\/|^e2e\/(?:bench|engines)\//.test(path),
      )
      .filter(([, source]) => [fixedMoment, machineTime].every((time) => time.test(statements(source))))
      .map(([path]) => path)

  test('has one clock: no moment that it names meets the machine’s time', () => {
    expect(mixing(sources)).toEqual([])
  })
  test('with two clocks is found, whatever they are', () => {
    const found = (source: string, path = 'lib/a.test.ts') => mixing(new Map([[path, source]])).length === 1
    // Each with a gap, so that this file itself has none.
    const ungapped = (code: string) => code.replaceAll('_', '')
    const machine = ['Date_.now()', 'new Date(_)', '({ clock: system_Clock })', '({ ...system_Clock, after })'].map(
      ungapped,
    )
    const fixed = ["'2026-11-_19T16:00:00Z'", 'Date_.UTC(2026, 10, 19)', 'start_Service(50)', 'const a = anch_or'].map(
      ungapped,
    )
    for (const one of machine)
      for (const other of fixed) expect([one, other, found(`${one}\n${other}`)]).toEqual([one, other, true])
    const [now = '', [, utc = ''] = []] = [machine[0], fixed]
    expect(found(`test("a", async ({ page, de${'mo'} }) => {\n${now}`, 'e2e/a.spec.ts')).toBe(true)
    expect(found(`${now}\n${utc}`, 'lib/server/a/testing.ts')).toBe(true)
    const apart = [
      'start_Service(50, system_Clock.now)',
      '// At 2026-11-_19T16:00',
      "'2026-11-19'",
      "import { anch_or } from 'b'",
    ]
    for (const other of apart.map(ungapped)) expect([other, found(`${now}\n${other}`)]).toEqual([other, false])
    const own = ['({ ...system_Clock, now: () => 0 })', 'system_Clock.after(1, act)', 'new Date(0)'].map(ungapped)
    for (const one of own) expect([one, found(`${one}\n${utc}`)]).toEqual([one, false])
  })
})

describe('each seeded mutant', () => {
  const mutable = [...sources].filter(([path]) => /\.tsx?$/.test(path) && !isTest(path))
  /** Where a text is, once for each time. */
  const placesOf = (text: string) =>
    mutable.flatMap(([path, source]) => Array<string>(source.split(text).length - 1).fill(path))

  /** As vitest.config.ts shares the tests out. */
  const testsOf = {
    unit: /^(?:components\/.*|lib\/.*|e2e\/wire\/[^/]*)\.test\.ts$/,
    component: /^components\/.*\.component\.test\.tsx$/,
    http: /^e2e\/(?:http|agreement)\/[^/]*\.test\.ts$/,
  }
  const hasTest = ([project, part]: Mutant['tests']) =>
    files.some((path) =>
      project === 'e2e' ? path === `e2e/${part}.spec.ts` : testsOf[project].test(path) && path.includes(part),
    )

  test('has a text that is in exactly one source, and changes it', () => {
    expect(mutants).toHaveLength(20)
    const wrong = mutants.filter(({ text, replacement }) => placesOf(text).length !== 1 || text === replacement)
    expect(wrong.map(({ name, text }) => `${name}: ${placesOf(text).join(', ') || 'nowhere'}`)).toEqual([])
  })
  test('names a test that exists in its project', () => {
    const wrong = mutants.filter(({ tests }) => !hasTest(tests))
    expect(wrong.map(({ name, tests }) => `${name}: ${tests.join(' ')}`)).toEqual([])
    expect(hasTest(['unit', 'agreement/deposits'])).toBe(false)
  })
})

test('Each control in the threat model has its test', () => {
  const rows = [...readFileSync('SECURITY.md', 'utf8').matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g)]
  const missing = rows.filter(([, path = '', title = '']) => !sources.get(path)?.includes(title))
  expect(missing.map(([row]) => row)).toEqual([])
  expect(rows.length).toBeGreaterThan(20)
})
