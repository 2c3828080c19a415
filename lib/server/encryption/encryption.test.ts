import { describe, expect, it } from 'vitest'
import { Encryption, type Place } from './encryption'
import before from './testing/stored-values.json'

const key = (name: string) => ({ name, secret: `${name} with as many characters as a key needs` })
const secret = 'a-secret-of-the-session'
const encryptionWith = (...names: string[]) => new Encryption({ secret, encryptionKeys: names.map(key) })
const at: Place = ['record_note', 'text', 'n-1']
const part: Place = ['export_part', 'content', 'e-1', 1]
const bytes = Buffer.from('a part of an export')

describe('What a console without keys of its own encrypted', () => {
  it.each([
    ['without them', {}],
    ['once it has them', { encryptionKeys: [key('2026a')], fingerprintKeys: [before.secret] }],
    ['under another session secret', { secret, encryptionKeys: [key('b'), { name: 'a', secret: before.secret }] }],
  ])('opens %s', (_, keys) => {
    const encryption = new Encryption({ secret: before.secret, ...keys })
    expect(before.encrypted.map((stored) => encryption.decrypt(stored, at))).toEqual([before.text, ''])
    expect(encryption.decryptBytes(Buffer.from(before.bytes, 'base64'), part)?.toString()).toBe(before.text)
  })

  it.each([
    ['without them', { secret: before.secret }],
    ['with the same secret as key of digests', { secret, fingerprintKeys: [before.secret] }],
    ['with that key behind a new one', { secret, fingerprintKeys: [key('new').secret, before.secret] }],
  ])('is found by its digests %s', (_, keys) => {
    const encryption = new Encryption(keys)
    expect(encryption.fingerprintsOf(before.request)).toContain(before.fingerprint)
    expect(encryption.references(before.reference)).toContain(before.keyed)
  })
})

describe('An encrypted value', () => {
  const elsewhere: Place[] = [
    ['record_note', 'text', 'n-2'],
    ['record_note_event', 'text', 'n-1'],
    ['saved_view', 'name', 'n-1'],
    ['saved_view', 'search', 'n-1'],
    ['preset', 'value', 'sandbox', 'client', 'n', '1'],
  ]

  it.each([
    ['a key without a name', new Encryption({ secret })],
    ['a key with a name', encryptionWith('a')],
  ])('opens in its own table, column and row alone, with %s', (_, encryption) => {
    const [stored, content] = [encryption.encrypt('text', at), encryption.encryptBytes(bytes, part)]
    expect(encryption.decrypt(stored, at)).toBe('text')
    for (const place of elsewhere) expect(encryption.decrypt(stored, place)).toBeUndefined()
    expect(encryption.decryptBytes(content, ['export_part', 'content', 'e-1', '1'])).toEqual(bytes)
    expect(encryption.decryptBytes(content, ['export_part', 'content', 'e-1', 2])).toBeUndefined()
    expect(encryption.decryptBytes(content, ['export_part', 'content', 'e-11', ''])).toBeUndefined()
  })

  it('cannot be made for a column that is not listed, because it would be lost with its key', () => {
    expect(() => new Encryption({ secret }).encrypt('text', ['session', 'roles', 's-1'])).toThrow(/not listed/)
  })

  it('is not replaced by plain text, except where an operation leaves it plain', () => {
    const encryption = new Encryption({ secret })
    expect(encryption.decrypt('plain', at)).toBeUndefined()
    expect(encryption.decrypt('plain', ['webhook', 'secret', 'w-1'])).toBeUndefined()
    expect(encryption.decrypt('{}', ['intent', 'body', 'i-1'])).toBe('{}')
  })
})

describe('Keys with names', () => {
  it('encrypt with the first, which the value names, and open with any', () => {
    const [old, both, fresh] = [encryptionWith('old'), encryptionWith('new', 'old'), encryptionWith('new')]
    const [stored, content] = [old.encrypt('Hal\u00e9', at), old.encryptBytes(bytes, part)]
    expect(stored).toMatch(/^sealed:1:old:/)
    expect(both.encrypt('x', at)).toMatch(/^sealed:1:new:/)
    expect([both.decrypt(stored, at), both.decryptBytes(content, part)?.toString()]).toEqual([
      'Hal\u00e9',
      bytes.toString(),
    ])
    expect([fresh.decrypt(stored, at), fresh.decryptBytes(content, part)]).toEqual([undefined, undefined])
    expect([
      both.decrypt(both.encrypt('', at), at),
      both.decryptBytes(both.encryptBytes(bytes, part), part)?.toString(),
    ]).toEqual(['', bytes.toString()])
  })

  it('may begin with the session secret under a name, so that consoles with and without them read each other', () => {
    const named = new Encryption({ secret, encryptionKeys: [{ name: 'first', secret }] })
    const unnamed = new Encryption({ secret })
    expect(unnamed.decrypt(named.encrypt('both', at), at)).toBe('both')
    expect(named.decrypt(unnamed.encrypt('both', at), at)).toBe('both')
    expect(unnamed.decryptBytes(named.encryptBytes(bytes, part), part)?.toString()).toBe(bytes.toString())
  })

  it('do not open what was changed', () => {
    const encryption = encryptionWith('a')
    const stored = encryption.encrypt('text', at)
    expect(encryption.decrypt(`${stored.slice(0, -4)}AAA=`, at)).toBeUndefined()
    expect(encryption.decrypt('sealed:1:', at)).toBeUndefined()
    for (const bytes of [Buffer.from('mdseal:1'), Buffer.from('bytes')])
      expect(encryption.decryptBytes(bytes, part)).toBeUndefined()
  })

  it('leave digests alone, which have keys of their own', () => {
    const of = (encryptionKeys: string[], session: string) =>
      new Encryption({
        secret: session,
        encryptionKeys: encryptionKeys.map(key),
        fingerprintKeys: ['the key of digests'],
      })
    const request = { name: 'createOrder' }
    expect(of(['b', 'a'], 'another').fingerprintOf(request)).toBe(of(['a'], secret).fingerprintOf(request))
  })
})
