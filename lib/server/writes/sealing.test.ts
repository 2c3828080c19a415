import { describe, expect, it } from 'vitest'
import before from '../keys/sealed-before-keys.json'
import { Sealing } from './sealing'

const key = (name: string) => ({ name, secret: `${name} with as many characters as a key needs` })
const secret = 'a-secret-of-the-session'
const sealingWith = (...names: string[]) => new Sealing({ secret, sealKeys: names.map(key) })
const bytes = Buffer.from('a part of an export')

describe('What a console without keys of its own sealed', () => {
  it.each([
    ['without them', {}],
    ['once it has them', { sealKeys: [key('2026a')], fingerprintKeys: [before.secret] }],
    ['under another session secret', { secret, sealKeys: [key('b'), { name: 'a', secret: before.secret }] }],
  ])('opens %s', (_, keys) => {
    const sealing = new Sealing({ secret: before.secret, ...keys })
    expect(before.sealed.map((stored) => sealing.open(stored))).toEqual([before.text, ''])
    expect(sealing.openBytes(Buffer.from(before.bytes, 'base64'))?.toString()).toBe(before.text)
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

describe('Keys with names', () => {
  it('seal with the first, which the value names, and open with any', () => {
    const [old, both, fresh] = [sealingWith('old'), sealingWith('new', 'old'), sealingWith('new')]
    const [stored, part] = [old.seal('Hal\u00e9'), old.sealBytes(bytes)]
    expect(stored).toMatch(/^sealed:1:old:/)
    expect(both.seal('x')).toMatch(/^sealed:1:new:/)
    expect([both.open(stored), both.openBytes(part)?.toString()]).toEqual(['Hal\u00e9', bytes.toString()])
    expect([fresh.open(stored), fresh.openBytes(part)]).toEqual([undefined, undefined])
    expect([both.open(both.seal('')), both.openBytes(both.sealBytes(bytes))?.toString()]).toEqual([
      '',
      bytes.toString(),
    ])
  })

  it('may begin with the session secret under a name, so that consoles with and without them read each other', () => {
    const named = new Sealing({ secret, sealKeys: [{ name: 'first', secret }] })
    const unnamed = new Sealing({ secret })
    expect(unnamed.open(named.seal('both'))).toBe('both')
    expect(named.open(unnamed.seal('both'))).toBe('both')
    expect(unnamed.openBytes(named.sealBytes(bytes))?.toString()).toBe(bytes.toString())
  })

  it('do not open what was changed, or plain text that looks like it', () => {
    const sealing = sealingWith('a')
    const stored = sealing.seal('text')
    expect(sealing.open(`${stored.slice(0, -4)}AAA=`)).toBeUndefined()
    expect(sealing.open('sealed:1:')).toBeUndefined()
    expect(sealing.open('plain')).toBe('plain')
    expect(sealing.openBytes(Buffer.from('mdseal:1'))).toBeUndefined()
  })

  it('leave digests alone, which have keys of their own', () => {
    const of = (sealKeys: string[], session: string) =>
      new Sealing({ secret: session, sealKeys: sealKeys.map(key), fingerprintKeys: ['the key of digests'] })
    const request = { name: 'createOrder' }
    expect(of(['b', 'a'], 'another').fingerprintOf(request)).toBe(of(['a'], secret).fingerprintOf(request))
  })
})
