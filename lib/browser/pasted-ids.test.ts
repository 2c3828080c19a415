import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type IdKind, idsOf, partsOf, readPasted, withoutSecrets } from './pasted-ids'

const ids = (text: string, kind: IdKind = 'id') => readPasted(text, kind).ids
const one = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const two = '628b49aa-0000-4000-8000-00000000589f'
const evm = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'
const solana = `${'5VfYt7sK'.repeat(10)}Qw9ZxA12`

describe('a list is read', () => {
  test.each([
    ['one a line', `${one}\n${two}`],
    ['with lines of Windows and spaces round them', `  ${one}  \r\n\r\n ${two}\r\n`],
    ['from a row of a spreadsheet', `${one}\t${two}`],
    ['with commas', `${one}, ${two},`],
    ['with semicolons or bars', `${one};${two}|`],
    ['with spaces', `${one} ${two}`],
    ['with no-break and invisible spaces', `\u00a0${one}\u200b\n\ufeff${two}`],
    ['as JSON', `["${one}", "${two}"]`],
    ['with quotes, as in code', `'${one}',\n'${two}',`],
    ['with quotes in one line', `"${one}","${two}"`],
    ['as a list in SQL', `('${one}',\n '${two}')`],
    ['with bullets', `• ${one}\n- ${two}`],
    ['with typographic quotes', `“${one}”\n„${two}“`],
    ['with the pages of this console', `http://localhost:3000/sandbox/transfers/${one}?x.from=a\n${two}`],
  ])('%s', (_, text) => {
    expect(ids(text)).toEqual([one, two])
  })

  test('in its order, with doubles left out and counted', () => {
    expect(readPasted(`b\na\nb\na\nc`, 'text')).toEqual({ ids: ['b', 'a', 'c'], doubles: 2, errors: [] })
  })

  test('empty where there is nothing', () => {
    for (const text of ['', ' \n\t\r\n ', ',', '[]', '""'])
      expect(readPasted(text, 'text'), JSON.stringify(text)).toEqual({ ids: [], doubles: 0, errors: [] })
  })

  test('with what is too long said by its line', () => {
    const { ids: good, errors } = readPasted(`${one}\n${'x'.repeat(256)}`, 'text')
    expect(good).toEqual([one])
    expect(errors).toEqual([{ line: 2, message: expect.stringContaining('at most 255') }])
  })

  test('whole again after any separators', () => {
    const uuids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 150 })
    const separator = fc.constantFrom('\n', '\r\n', ', ', ';', '\t', ' ', '\n\n', ' \n ')
    fc.assert(
      fc.property(uuids, separator, fc.constantFrom<IdKind>('id', 'text', 'hash'), (list, between, kind) => {
        expect(ids(list.join(between), kind)).toEqual(list)
      }),
    )
  })
})

describe('references', () => {
  test('may hold commas and spaces: a line is one until a person says otherwise', () => {
    const text = 'inv-1, inv-2, inv-3\npay 77'
    expect(readPasted(text, 'text')).toEqual({
      ids: ['inv-1, inv-2, inv-3', 'pay 77'],
      doubles: 0,
      errors: [],
      loose: { at: 'commas', count: 4 },
    })
    expect(readPasted(text, 'text', { isSplit: true }).ids).toEqual(['inv-1', 'inv-2', 'inv-3', 'pay', '77'])
    expect(readPasted('inv-1 inv-2', 'text').loose).toEqual({ at: 'spaces', count: 2 })
  })

  test('that are quoted, or UUIDs in a row, are parted by themselves', () => {
    expect(ids('"inv, 1","inv, 2"', 'text')).toEqual(['inv, 1', 'inv, 2'])
    expect(ids(`${one} ${two}`, 'text')).toEqual([one, two])
    expect(ids('["a, b", "c"]', 'text')).toEqual(['a, b', 'c'])
  })

  test('in force stay as they are, whatever they hold', () => {
    expect(readPasted('a,b\nc', 'id', { known: ['a,b'] }).ids).toEqual(['a,b', 'c'])
    expect(readPasted('a\n\nb\n', 'id', { known: [''] })).toEqual({ ids: ['a', 'b'], doubles: 0, errors: [] })
  })
})

describe('hashes', () => {
  test('are one with and without 0x, in any case, and are asked for in both forms', () => {
    const pasted = readPasted(`0x${evm.toUpperCase()}\n${evm}\n0X${evm}`, 'hash')
    expect(pasted.ids).toHaveLength(1)
    expect(pasted.doubles).toBe(2)
    expect(partsOf(pasted.ids, 'hash', 100)).toEqual([{ from: 1, to: 1, values: [`0x${evm}`, evm] }])
    expect(idsOf([`0x${evm}`, evm, solana], 'hash')).toEqual([`0x${evm}`, solana])
  })

  test('of Solana keep their case', () => {
    expect(partsOf(ids(solana, 'hash'), 'hash', 100)).toEqual([{ from: 1, to: 1, values: [solana] }])
    expect(ids(`${solana}\n${solana.toLowerCase()}`, 'hash')).toHaveLength(2)
  })

  test.each([
    [`https://etherscan.io/tx/0x${evm}`, `0x${evm}`],
    [`https://mempool.space/tx/${evm}#vin=0`, evm],
    [`https://explorer.solana.com/tx/${solana}?cluster=devnet`, solana],
    [`https://stellar.expert/explorer/public/tx/${evm}`, evm],
    [`https://www.oklink.com/x-layer/tx/0x${evm}`, `0x${evm}`],
    [`https://blockchair.com/bitcoin-cash/transaction/${evm}`, evm],
    [`www.arbiscan.io/tx/0x${evm}`, `0x${evm}`],
  ])('are taken out of the address of an explorer: %s', (address, hash) => {
    expect(ids(address, 'hash')).toEqual([hash])
  })

  test.each([
    ['https://etherscan.io/address/0x00000000219ab540356cBB839Cbe05303d7705Fa', 'no hash in it'],
    ['0x00000000219ab540356cBB839Cbe05303d7705Fa', 'no search by address'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'no search by address'],
    [`G${'A'.repeat(55)}`, 'no search by address'],
  ])('%s is none, and why is said', (text, message) => {
    expect(readPasted(`${evm}\n${text}`, 'hash')).toMatchObject({
      ids: [evm],
      errors: [{ line: 2, message: expect.stringContaining(message) }],
    })
  })

  test('that need two values each go in parts that the service takes', () => {
    const hashes = Array.from({ length: 120 }, (_, index) => index.toString(16).padStart(64, 'a'))
    const parts = partsOf(hashes, 'hash', 100)
    expect(parts.map(({ from, to }) => [from, to])).toEqual([
      [1, 50],
      [51, 100],
      [101, 120],
    ])
  })
})

test('a list is parted so that no part is too long and nothing is lost', () => {
  const list = Array.from({ length: 250 }, (_, index) => `ref-${index}`)
  const parts = partsOf(list, 'text', 100)
  expect(parts.map(({ from, to }) => `${from}–${to}`)).toEqual(['1–100', '101–200', '201–250'])
  expect(parts.flatMap(({ values }) => values)).toEqual(list)
  expect(partsOf(list.slice(0, 100), 'text', 100)).toHaveLength(1)
  expect(partsOf(['a', 'b'], 'id', 1)).toHaveLength(2)
})

describe('a Stellar secret key', () => {
  const key = `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`

  test('is taken out of any text, wherever it stands', () => {
    expect(withoutSecrets(`ref-1\n${key}\nref-2 (${key})`)).toEqual({ text: 'ref-1\n\nref-2 ()', secrets: 2 })
  })

  test('is not seen in a hash, a public key or a longer word', () => {
    for (const text of [solana, `0x${evm}`, `G${key.slice(1)}`, `${key}A`, `x${key}`, key.toLowerCase()])
      expect(withoutSecrets(text)).toEqual({ text, secrets: 0 })
  })
})
