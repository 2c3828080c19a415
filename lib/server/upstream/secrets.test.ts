import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Secrets } from './secrets'

const secret = 'kU9/xY+2<"z\\q é=='
const token = `eyJhbGciOiJSUzI1NiJ9.${'eyJpc3MiOiJ0aGUtc2VydmljZSJ9'.repeat(4)}.c2lnbmF0dXJlLW9mLWEtdG9rZW4`
const known = new Secrets([secret])
known.add(token)

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
const forms: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['as JSON', inJson],
  ['with escaped slashes', (text) => inJson(text).replaceAll('/', '\\/')],
  ['as .NET writes JSON', (text) => inJson(text).replace('+', '\\u002B').replace('<', '\\u003C')],
  ['as Go writes JSON', (text) => inJson(text).replace('<', '\\u003c')],
]

describe.each([
  ['client secret', secret],
  ['token', token],
])('A %s in a text of the provider', (_, hidden) => {
  test.each(forms)('is removed %s', (_how, form) => {
    expect(known.removedFrom(`Refused: ${form(hidden)}, ${form(hidden)}.`)).toBe('Refused: [removed], [removed].')
  })

  test.each(forms.slice(1))('is removed from the members and names of JSON, which stays JSON, %s', (_how, form) => {
    const json = `{"detail":"It was ${form(hidden)}.","meta":{"${form(hidden)}":[1.10,{"x":"${form(hidden)}"}]}}`
    const shown = '{"detail":"It was [removed].","meta":{"[removed]":[1.10,{"x":"[removed]"}]}}'
    expect(known.removedFrom(json)).toBe(shown)
  })

  test.each(forms)('is removed from one that arrives in parts, wherever these end, %s', (_how, form) => {
    const size = fc.integer({ min: 1, max: 90_000 })
    const filling = JSON.stringify({ memo: 'é, 100 %, C:\\new', amount: 1.1 }).repeat(2_000)
    const text = (inside: string, at: number) => `${filling.slice(0, at)} ${inside} ${filling}`
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 4 }), fc.nat(80_000), (sizes, at) => {
        const filter = known.filter()
        const bytes = Buffer.from(text(form(hidden), at))
        const out: Buffer[] = []
        for (let from = 0, part = 0; from < bytes.length; part++) {
          const to = from + Math.max(50, sizes[part % sizes.length] ?? 0)
          out.push(filter.push(bytes.subarray(from, to)))
          from = to
        }
        expect(Buffer.concat([...out, filter.end()]).equals(Buffer.from(text('[removed]', at)))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test.each(forms)('is removed at each place where a part may end, %s', (_how, form) => {
    const filling = '~'.repeat(70_000)
    const bytes = Buffer.from(`${filling}${form(hidden)}${filling}`)
    for (let cut = 69_800; cut < 70_400; cut++) {
      const filter = known.filter()
      const shown = Buffer.concat([filter.push(bytes.subarray(0, cut)), filter.push(bytes.subarray(cut)), filter.end()])
      expect(shown.equals(Buffer.from(`${filling}[removed]${filling}`)), String(cut)).toBe(true)
    }
  })
})

test('The rest of a text is left as it was, digit by digit', () => {
  const text = '{"a":0.1000000000000000055,"b":"\\u0041%41 é\\/","echo":"our-own-token","c":1e5}'
  expect(new Secrets(['our-own-token']).removedFrom(text)).toBe(text.replace('our-own-token', '[removed]'))
  const bytes = Buffer.from(text)
  expect(known.removedFromBytes(bytes)).toBe(bytes)
})

test('A secret that is part of another leaves nothing of that, and the end of a long one is removed on its own', () => {
  expect(new Secrets(['part', 'a part of it']).removedFrom('It is a part of it.')).toBe('It is [removed].')
  expect(known.removedFrom(`…${token.slice(-64)}.`)).toBe('…[removed].')
})

test('Tokens that were replaced long ago are forgotten, and a text of three letters is no secret', () => {
  const secrets = new Secrets(['abc'])
  for (let count = 0; count < 100; count++) secrets.add(`token-number-${count}`)
  expect(secrets.removedFrom('abc token-number-99 token-number-9.')).toBe('abc [removed] token-number-9.')
})
