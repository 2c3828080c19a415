import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from './settings'
import { misspelled, resolveVariables, variableNames } from './variables.mjs'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-variables-'))
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
afterAll(() => rmSync(folder, { recursive: true }))

const key = 'a-key-with-more-than-32-characters-in-it'
const variables = {
  NEXTAUTH_SECRET: 'a-long-random-text-of-more-than-32-characters',
  SANDBOX_BASE_URL: 'http://127.0.0.1:4010',
  SANDBOX_AUTH_URL: 'http://127.0.0.1:4010',
  SANDBOX_CLIENT_ID: 'sandbox-client',
  SANDBOX_CLIENT_SECRET: 'sandbox-secret-value',
}
const { SANDBOX_CLIENT_SECRET: _, ...withoutSecret } = variables
const read = (more: Record<string, string>) => {
  const result = readSettings(more)
  return 'problems' in result ? { problems: result.problems } : { settings: result.settings, problems: [] }
}

describe('A variable in a file', () => {
  let secretFile: string
  beforeAll(() => {
    secretFile = file('secret', 'from-a-file\r\n')
  })

  it('has what the file contains, without the line break at its end', () => {
    const { settings } = read({ ...withoutSecret, SANDBOX_CLIENT_SECRET_FILE: secretFile })
    expect(settings?.credentials.sandbox?.clientSecret).toBe('from-a-file')
    expect(resolveVariables({ PORT_FILE: file('port', 'two\n\n') }).variables.PORT).toBe('two\n')
  })

  it('can be every variable that the guide and the settings name', () => {
    const guide = readFileSync('docs/reference.md', 'utf8')
    const [, table = ''] = /## Variables\n([\s\S]*?)\n## /.exec(guide) ?? []
    const described = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
    )
    const source = ['settings.ts', 'encryption/key-settings.ts']
      .map((name) => readFileSync(`lib/server/${name}`, 'utf8'))
      .join()
    const used = [...source.matchAll(/variables\.([A-Z_]+)\b/g)].map(([, name = '']) => name)
    const known = [...variableNames, 'MINTDESK_EMBEDDED', 'TEST_DATABASE_URL', 'CHROMIUM_PATH']
    // "_AUTH_URL" stands behind a whole name.
    const whole = [...described, ...used].filter((name) => !name.startsWith('_'))
    expect(whole.length).toBeGreaterThan(50)
    expect(whole.filter((name) => !known.includes(name))).toEqual([])
  })

  it('is one problem, which names it and quotes nothing, if the file is missing, empty, or the variable is set too', () => {
    const problemsOf = (more: Record<string, string>) => read({ ...withoutSecret, ...more }).problems
    const missing = problemsOf({ SANDBOX_CLIENT_SECRET_FILE: join(folder, 'absent') })
    expect(missing).toEqual([expect.stringMatching(/^SANDBOX_CLIENT_SECRET_FILE cannot be read \(ENOENT\)/)])
    expect(missing.join()).not.toContain(folder)
    expect(problemsOf({ SANDBOX_CLIENT_SECRET_FILE: file('empty', '\n') })).toEqual([
      'SANDBOX_CLIENT_SECRET_FILE leads to an empty file.',
    ])
    expect(problemsOf({ SANDBOX_CLIENT_SECRET_FILE: secretFile, SANDBOX_CLIENT_SECRET: 'x' })).toEqual([
      'SANDBOX_CLIENT_SECRET and SANDBOX_CLIENT_SECRET_FILE are both set. Set one of them.',
    ])
    expect(problemsOf({ NEXTAUTH_SECRET: '', NEXTAUTH_SECRET_FILE: folder, SANDBOX_CLIENT_SECRET: 'x' })).toEqual([
      expect.stringMatching(/^NEXTAUTH_SECRET_FILE cannot be read \(EISDIR\)/),
    ])
  })
})

describe('A variable from a command', () => {
  it('has what the command prints, without the line break at its end', () => {
    const { settings } = read({ ...withoutSecret, SANDBOX_CLIENT_SECRET_COMMAND: "printf 'from-%s\\n' kms" })
    expect(settings?.credentials.sandbox?.clientSecret).toBe('from-kms')
  })

  it('is one problem, which quotes neither the command nor what it printed', () => {
    const problemsOf = (command: string, more = {}) =>
      read({ ...withoutSecret, SANDBOX_CLIENT_SECRET_COMMAND: command, ...more }).problems
    expect(problemsOf('echo half-a-secret; echo it >&2; exit 3')).toEqual([
      'SANDBOX_CLIENT_SECRET_COMMAND failed (exit code 3). Set it to a command that prints the value within 10 s.',
    ])
    expect(problemsOf('true')).toEqual(['SANDBOX_CLIENT_SECRET_COMMAND printed nothing.'])
    expect(problemsOf('true', { SANDBOX_CLIENT_SECRET_FILE: 'x' })).toEqual([
      'SANDBOX_CLIENT_SECRET_COMMAND and SANDBOX_CLIENT_SECRET_FILE are both set. Set one of them.',
    ])
  })
})

describe('A variable whose name is nearly ours', () => {
  it.each([
    ['SANDBOX_CLIENT_SECERT', 'SANDBOX_CLIENT_SECRET'],
    ['SANBOX_CLIENT_SECRET', 'SANDBOX_CLIENT_SECRET'],
    ['SANDBOX_CLIENT_SECRET_FIEL', 'SANDBOX_CLIENT_SECRET_FILE'],
    ['SEAL_KEY', 'SEAL_KEYS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['RETENTION_REQUEST_DAYS', 'RETENTION_REQUESTS_DAYS'],
  ])('%s is taken for %s', (name, meant) => {
    const problem = `${name} is no variable of Mintdesk. Is ${meant} meant?`
    expect(misspelled({ [name]: 'value' }).map(({ text }) => text)).toEqual([problem])
  })

  it('is one problem: the variable that was meant is not also called missing', () => {
    const { problems } = read({ ...withoutSecret, SANDBOX_CLIENT_SECERT: 'value' })
    expect(problems).toEqual(['SANDBOX_CLIENT_SECERT is no variable of Mintdesk. Is SANDBOX_CLIENT_SECRET meant?'])
  })

  it('is left alone if it is another program\u2019s, or the right one is set too', () => {
    const foreign = {
      SANDBOX_SERVICE_HOST: '10.0.0.1',
      SANDBOX_PORT_4010_TCP: 'x',
      CONSOLE_PORT_3000_TCP_ADDR: 'x',
      PORTS: '1',
      DATABASE_NAME: 'x',
      PGHOST: 'x',
      HTTP_PROXY: 'x',
      https_proxy: 'x',
      HOSTNAME: 'x',
      LOG_LEVELS: 'x',
      SEAL_KEYS: 'x',
      SEAL_KEY: 'x',
    }
    expect(misspelled(foreign)).toEqual([])
  })
})

describe('Keys in the variables', () => {
  it('are lists: encryption keys with names, keys of digests without', () => {
    const { settings } = read({
      ...variables,
      SEAL_KEYS: ` 2026a:${key}==, first:${variables.NEXTAUTH_SECRET}\n`,
      FINGERPRINT_KEY: `${key},${variables.NEXTAUTH_SECRET}`,
      NEXTAUTH_SECRET_ALSO: 'the-other',
    })
    expect(settings).toMatchObject({
      encryptionKeys: [
        { name: '2026a', secret: `${key}==` },
        { name: 'first', secret: variables.NEXTAUTH_SECRET },
      ],
      fingerprintKeys: [key, variables.NEXTAUTH_SECRET],
      otherSecret: 'the-other',
    })
    expect(read(variables).settings).toMatchObject({ encryptionKeys: [], fingerprintKeys: [] })
  })

  it.each([
    ['SEAL_KEYS', key],
    ['SEAL_KEYS', `2026A:${key}`],
    ['SEAL_KEYS', 'a:too-short'],
    ['SEAL_KEYS', `a:${key},a:${key}2`],
    ['FINGERPRINT_KEY', `${key},too-short`],
    ['NEXTAUTH_SECRET_ALSO', variables.NEXTAUTH_SECRET],
    ['HTTPS_PROXY', 'proxy.example:3128'],
    ['HTTPS_PROXY', 'socks5://proxy.example'],
    ['HTTPS_PROXY', 'http://user@proxy.example'],
    ['HTTPS_PROXY', 'http://user:p%zz-secret@proxy.example'],
  ])('of %s=%s are refused with one sentence that names the variable and quotes nothing', (name, value) => {
    const { problems } = read({ ...variables, [name]: value })
    expect(problems).toEqual([expect.stringContaining(name)])
    expect(problems.join()).not.toMatch(/a-key-with|too-short|p%zz-secret|proxy\.example/)
  })

  it('come with a proxy, whose name in small letters comes first', () => {
    const proxy = {
      HTTPS_PROXY: 'http://unused.example',
      https_proxy: 'http://u:p%40ss@proxy.example:3128',
      NO_PROXY: 'a,b',
    }
    expect(read({ ...variables, ...proxy }).settings?.proxy).toEqual({
      url: proxy.https_proxy,
      password: 'p@ss',
      exceptions: 'a,b',
    })
  })
})
