import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Secrets } from './secrets'

const secret = 'kU9/xY+2"z\\q é=='
const token = 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ0aGUtc2VydmljZSJ9.c2lnbmF0dXJlLW9mLWEtdG9rZW4'
const known = new Secrets([secret])
known.add(token)

const unicode = (text: string) =>
  [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

const encodings: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['as JSON', inJson],
  ['with escaped slashes', (text) => inJson(text).replaceAll('/', '\\/')],
  ['as Unicode escapes', unicode],
  ['as JSON in JSON', (text) => inJson(inJson(text))],
  ['as Unicode escapes in JSON', (text) => inJson(unicode(text))],
  ['percent-encoded', encodeURIComponent],
  ['with every byte percent-encoded', percent],
  ['percent-encoded in lower case', (text) => percent(text).toLowerCase()],
  ['percent-encoded in a form', (text) => new URLSearchParams({ text }).toString().slice('text='.length)],
  ['percent-encoded and then as Unicode escapes', (text) => unicode(encodeURIComponent(text))],
  ['in base64', (text) => Buffer.from(text).toString('base64')],
  ['in base64url', (text) => Buffer.from(text).toString('base64url')],
  ['in the base64 of a client and its secret', (text) => Buffer.from(`client:${text}`).toString('base64')],
  ['in the base64 of more text', (text) => Buffer.from(`ab ${text}, and more`).toString('base64url')],
  ['in base64 with percent-encoded signs', (text) => encodeURIComponent(Buffer.from(text).toString('base64'))],
]

/** Every text that decoding may give: escapes decoded some times, then base64. */
function isShownBy(text: string, hidden: string): boolean {
  const start = hidden.slice(2, -3)
  for (let layer = text, depth = 0; depth < 5; depth++) {
    if (layer.includes(start) || layer.includes(start.replaceAll(' ', '+'))) return true
    for (const [word] of layer.matchAll(/[\w+/=-]{8,}/g))
      for (const skipped of [0, 1, 2, 3])
        if (Buffer.from(word.slice(skipped), 'base64').toString().includes(start)) return true
    layer = layer
      .replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString())
      .replace(
        /\\(?:u([0-9a-f]{4})|(["\\/]))/gi,
        (_, code, short) => short ?? String.fromCharCode(Number.parseInt(code, 16)),
      )
  }
  return false
}

describe('A secret in a text of the provider', () => {
  describe.each([
    ['client secret', secret],
    ['token', token],
  ])('(a %s)', (_, hidden) => {
    test.each(encodings)('is removed %s', (_how, encode) => {
      const text = `Refused: ${encode(hidden)} is not valid.`
      expect(isShownBy(text, hidden)).toBe(true)
      const shown = known.removedFrom(text)
      expect(shown).toMatch(/^Refused: .*\[removed\].* is not valid\.$/)
      expect(isShownBy(shown, hidden)).toBe(false)
    })

    test.each(encodings)('is removed from the members and names of JSON, which stays JSON, %s', (_how, encode) => {
      const value = { detail: `It was ${encode(hidden)}.`, meta: { [encode(hidden)]: [1, { x: encode(hidden) }] } }
      const shown = known.removedFrom(JSON.stringify(value))
      expect(isShownBy(shown, hidden)).toBe(false)
      expect(JSON.parse(shown)).toMatchObject({ detail: expect.stringContaining('[removed]') })
    })
  })

  test('leaves the rest as it was, digit by digit', () => {
    const text = '{"a":0.1000000000000000055,"b":"\\u0041%41 é\\/","echo":"our-own-token","c":1e5}'
    const own = new Secrets(['our-own-token'])
    expect(own.removedFrom(text)).toBe(text.replace('our-own-token', '[removed]'))
    expect(own.removedFrom('{"b":"\\u0041%41 é"}')).toBe('{"b":"\\u0041%41 é"}')
  })

  test('is removed wherever a text without it is not changed', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\\', '%', '\\u00', '"', '%4', 'eyJh', 'kU9/'),
    )
    const hidden = fc.constantFrom(...encodings.map(([, encode]) => encode(token)))
    fc.assert(
      fc.property(part, hidden, part, (before, inside, after) => {
        expect(isShownBy(known.removedFrom(`${before} ${inside} ${after}`), token)).toBe(false)
        expect(known.removedFrom(before + after)).toBe(before + after)
      }),
      { numRuns: 300 },
    )
  })

  test('is found in time linear in the text, which the provider may have made to fit its token', () => {
    const periodic = new Secrets([])
    periodic.add(`b${'a'.repeat(8_000)}`)
    periodic.add(`${'a'.repeat(4_000)}b${'a'.repeat(31)}`)
    const before = process.cpuUsage()
    for (const unit of ['a', 'YWFh', '\\u0061', '%61', '\\\\', '%25', '\\', '\\n']) {
      const text = unit.repeat(1_000_000 / unit.length)
      periodic.removedFrom(text)
    }
    // Microseconds, for eight texts of a megabyte, which take 0.2 s. Comparing whole tokens at each place took 34 s,
    // and an expression that matched each escape 1.1 s.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  })
})

describe('A text that arrives in parts', () => {
  const streamed = (text: string, sizes: number[], secrets = known) => {
    const filter = secrets.filter()
    const bytes = Buffer.from(text)
    const out: Buffer[] = []
    for (let at = 0, part = 0; at < bytes.length; part++) {
      const size = sizes[part % sizes.length] ?? 1
      out.push(filter.push(bytes.subarray(at, at + size)))
      at += size
    }
    return Buffer.concat([...out, filter.end()]).toString()
  }
  const filling = JSON.stringify({ memo: 'é, 100 %, C:\\new', amount: 1.1 })

  test('is passed on unchanged, byte by byte', () => {
    const text = filling.repeat(6_000)
    for (const sizes of [[1_000, 7], [65_536], [300_000], [16_384, 1]]) expect(streamed(text, sizes)).toBe(text)
  })

  test('has no secret, wherever the parts are cut', () => {
    const encode = fc.constantFrom(...encodings.map(([, one]) => one))
    const size = fc.integer({ min: 1, max: 90_000 })
    fc.assert(
      fc.property(
        encode,
        encode,
        fc.array(size, { minLength: 1, maxLength: 4 }),
        fc.nat(80_000),
        (one, other, sizes, at) => {
          const text = `${filling.repeat(2_000).slice(0, at)} ${one(token)} ${filling.repeat(2_000)} ${other(secret)} ${filling}`
          const shown = streamed(
            text,
            sizes.map((bytes) => Math.max(bytes, 50)),
          )
          expect(isShownBy(shown, token) || isShownBy(shown, secret)).toBe(false)
        },
      ),
      { numRuns: 40 },
    )
  })

  const base64After = (before: string) => (text: string) => Buffer.from(before + text).toString('base64')

  test.each([
    ['as it is', (text: string) => text],
    ['as Unicode escapes', unicode],
    ['percent-encoded', percent],
    ['in base64', base64After('')],
    ['in base64 after one byte', base64After(':')],
    ['in base64 after two bytes', base64After('c:')],
  ])('is searched at each place where a part may end, %s', (_how, encode) => {
    const plain = new Secrets([])
    plain.add(token)
    const filling = '~'.repeat(70_000)
    const hidden = encode(token)
    // Six times the token's longest form are held back, so these cuts fall before, into and after the secret.
    for (let cut = 69_900; cut < 72_000; cut += 7) {
      const shown = streamed(`${filling}${hidden}${filling}`, [cut, 200_000], plain)
      expect(shown).toMatch(/^~{70000}.{0,3}\[removed\].{0,4}~{70000}$/)
    }
  })
})

test('Tokens that were replaced long ago are forgotten, and a text of three letters is no secret', () => {
  const secrets = new Secrets(['abc'])
  for (let count = 0; count < 100; count++) secrets.add(`token-number-${count}`)
  expect(secrets.removedFrom('abc token-number-99 token-number-9.')).toBe('abc [removed] token-number-9.')
})
