import { describe, expect, it } from 'vitest'
import { type Place, Sealing } from './sealing'
import before from './testing/sealed-before-keys.json'

const key = (name: string) => ({ name, secret: `${name} with as many characters as a key needs` })
const secret = 'a-secret-of-the-session'
const sealingWith = (...names: string[]) => new Sealing({ secret, sealKeys: names.map(key) })
const at: Place = ['record_note', 'text', 'n-1']
const part: Place = ['export_part', 'content', 'e-1', 1]
const bytes = Buffer.from('a part of an export')

describe('What a console without keys of its own sealed', () => {
  it.each([
    ['without them', {}],
    ['once it has them', { sealKeys: [key('2026a')], fingerprintKeys: [before.secret] }],
    ['under another session secret', { secret, sealKeys: [key('b'), { name: 'a', secret: before.secret }] }],
  ])('opens %s', (_, keys) => {
    const sealing = new Sealing({ secret: before.secret, ...keys })
    expect(before.sealed.map((stored) => sealing.open(stored, at))).toEqual([before.text, ''])
    expect(sealing.openBytes(Buffer.from(before.bytes, 'base64'), part)?.toString()).toBe(before.text)
  })

  it.each([
    ['without them', { secret: before.secret }],
    ['with the same secret as key of digests', { secret, fingerprintKeys: [before.secret] }],
    ['with that key behind a new one', { secret, fingerprintKeys: [key('new').secret, before.secret] }],
  ])('is found by its digests %s', (_, keys) => {
    const sealing = new Sealing(keys)
    expect(sealing.fingerprintsOf(before.request)).toContain(before.fingerprint)
    expect(sealing.references(before.reference)).toContain(before.keyed)
  })
})

describe('A sealed value', () => {
  const elsewhere: Place[] = [
    ['record_note', 'text', 'n-2'],
    ['record_note_event', 'text', 'n-1'],
    ['saved_view', 'name', 'n-1'],
    ['saved_view', 'search', 'n-1'],
    ['preset', 'value', 'sandbox', 'client', 'n', '1'],
  ]

  it.each([
    ['a key without a name', new Sealing({ secret })],
    ['a key with a name', sealingWith('a')],
  ])('opens in its own table, column and row alone, with %s', (_, sealing) => {
    const [stored, content] = [sealing.seal('text', at), sealing.sealBytes(bytes, part)]
    expect(sealing.open(stored, at)).toBe('text')
    for (const place of elsewhere) expect(sealing.open(stored, place)).toBeUndefined()
    expect(sealing.openBytes(content, ['export_part', 'content', 'e-1', '1'])).toEqual(bytes)
    expect(sealing.openBytes(content, ['export_part', 'content', 'e-1', 2])).toBeUndefined()
    expect(sealing.openBytes(content, ['export_part', 'content', 'e-11', ''])).toBeUndefined()
  })

  it.each([
    ['', 'sealed:1:', '@:'],
    ['a', 'sealed:1:a:', 'a@:'],
  ])('does not open as one from before binding, whose beginning it is given (key %j)', (name, before, bound) => {
    const sealing = name ? sealingWith(name) : new Sealing({ secret })
    const stored = sealing.seal('text', at)
    expect(sealing.open(stored.replace(`sealed:1:${bound}`, before), at)).toBeUndefined()
  })

  it('from before binding still opens, and one that an older console can open is made while there may be one', () => {
    for (const sealing of [sealingWith('a'), new Sealing({ secret })]) {
      sealing.isBinding = false
      const [stored, content] = [sealing.seal('text', at), sealing.sealBytes(bytes, part)]
      expect(stored).toMatch(sealing.keyName ? /^sealed:1:a:[^:@]+$/ : /^sealed:1:[^:@]+$/)
      sealing.isBinding = true
      expect(sealing.open(stored, at)).toBe('text')
      expect(sealing.openBytes(content, part)).toEqual(bytes)
    }
  })

  it('cannot be made for a column that is not listed, because it would be lost with its key', () => {
    expect(() => new Sealing({ secret }).seal('text', ['session', 'roles', 's-1'])).toThrow(/not listed/)
  })

  it('is not replaced by plain text, except where an operation or an earlier version left it plain', () => {
    const sealing = new Sealing({ secret })
    expect(sealing.open('plain', at)).toBeUndefined()
    expect(sealing.open('plain', ['webhook', 'secret', 'w-1'])).toBeUndefined()
    expect(sealing.open('{}', ['intent', 'body', 'i-1'])).toBe('{}')
  })
})

describe('Keys with names', () => {
  it('seal with the first, which the value names, and open with any', () => {
    const [old, both, fresh] = [sealingWith('old'), sealingWith('new', 'old'), sealingWith('new')]
    const [stored, content] = [old.seal('Hal\u00e9', at), old.sealBytes(bytes, part)]
    expect(stored).toMatch(/^sealed:1:old@:/)
    expect(both.seal('x', at)).toMatch(/^sealed:1:new@:/)
    expect([both.open(stored, at), both.openBytes(content, part)?.toString()]).toEqual(['Hal\u00e9', bytes.toString()])
    expect([fresh.open(stored, at), fresh.openBytes(content, part)]).toEqual([undefined, undefined])
    expect([both.open(both.seal('', at), at), both.openBytes(both.sealBytes(bytes, part), part)?.toString()]).toEqual([
      '',
      bytes.toString(),
    ])
  })

  it('may begin with the session secret under a name, so that consoles with and without them read each other', () => {
    const named = new Sealing({ secret, sealKeys: [{ name: 'first', secret }] })
    const unnamed = new Sealing({ secret })
    expect(unnamed.open(named.seal('both', at), at)).toBe('both')
    expect(named.open(unnamed.seal('both', at), at)).toBe('both')
    expect(unnamed.openBytes(named.sealBytes(bytes, part), part)?.toString()).toBe(bytes.toString())
  })

  it('do not open what was changed', () => {
    const sealing = sealingWith('a')
    const stored = sealing.seal('text', at)
    expect(sealing.open(`${stored.slice(0, -4)}AAA=`, at)).toBeUndefined()
    expect(sealing.open('sealed:1:', at)).toBeUndefined()
    expect(sealing.openBytes(Buffer.from('mdseal:1'), part)).toBeUndefined()
  })

  it('leave digests alone, which have keys of their own', () => {
    const of = (sealKeys: string[], session: string) =>
      new Sealing({ secret: session, sealKeys: sealKeys.map(key), fingerprintKeys: ['the key of digests'] })
    const request = { name: 'createOrder' }
    expect(of(['b', 'a'], 'another').fingerprintOf(request)).toBe(of(['a'], secret).fingerprintOf(request))
  })
})
