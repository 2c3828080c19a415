import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { removeSecretKeys } from '../domain/secret-keys'
import { distinctIds, unmatchedIds } from './equal-identifiers'
import type { IdKind } from './identifiers'
import { parsePastedIds, splitIntoBatches } from './pasted-ids'

const ids = (text: string, kind: IdKind = 'id') => parsePastedIds(text, kind).ids
const one = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const two = '628b49aa-0000-4000-8000-00000000589f'
const evm = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'
const solana = `${'5VfYt7sK'.repeat(10)}Qw9ZxA12`

describe('a list', () => {
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

  test('keeps its order; duplicates are left out and counted', () => {
    expect(parsePastedIds(`b\na\nb\na\nc`, 'text')).toEqual({ ids: ['b', 'a', 'c'], duplicates: 2, errors: [] })
  })

  test('of references has what codes of payments name, and leaves out what banks write where there is none', () => {
    const { errors, ...read } = parsePastedIds(
      'EREF+wire-in-88121MREF+KD02SVWZ+Rechnung\n/ROC/wire-in-88122//REMI/Goods\nNONREF\nEREF+NOTPROVIDED SVWZ+x\nｗｉｒｅ－１',
      'text',
    )
    expect(errors).toEqual([])
    expect(read).toEqual({ ids: ['wire-in-88121', 'wire-in-88122', 'wire-1'], duplicates: 0, otherWords: 2 })
    expect(parsePastedIds('NONREF', 'text').errors).toEqual([
      { line: 1, message: 'This text says that there is no reference.' },
    ])
  })

  test('without text is empty', () => {
    for (const text of ['', ' \n\t\r\n ', ',', '[]', '""'])
      expect(parsePastedIds(text, 'text'), JSON.stringify(text)).toEqual({ ids: [], duplicates: 0, errors: [] })
  })

  test('reports text that is too long by its line', () => {
    const { ids: good, errors } = parsePastedIds(`${one}\n${'x'.repeat(256)}`, 'text')
    expect(good).toEqual([one])
    expect(errors).toEqual([{ line: 2, message: expect.stringContaining('at most 255') }])
  })

  test('is read with any separators', () => {
    const uuids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 150 })
    const hashes = fc.uniqueArray(fc.stringMatching(/^(0x)?[0-9a-f]{64}$/), {
      minLength: 1,
      maxLength: 50,
      selector: (hash) => hash.slice(-64),
    })
    const lists = fc.oneof(
      fc.record({ list: uuids, kind: fc.constantFrom<IdKind>('id', 'text') }),
      fc.record({ list: hashes, kind: fc.constant<IdKind>('hash') }),
    )
    const separator = fc.constantFrom('\n', '\r\n', ', ', ';', '\t', ' ', '\n\n', ' \n ')
    fc.assert(
      fc.property(lists, separator, ({ list, kind }, between) => {
        expect(ids(list.join(between), kind)).toEqual(list)
      }),
    )
  })
})

/** A text broken in pieces of some length. */
const broken = (text: string, length: number, between: string) =>
  (text.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).join(between)

describe('identifiers broken by spaces or line ends are joined', () => {
  test.each<[string, IdKind, string, string[]]>([
    ['a hash over two lines', 'hash', broken(`0x${evm}`, 40, '\n'), [`0x${evm}`]],
    ['a hash in groups of four', 'hash', broken(evm, 4, ' '), [evm]],
    ['a hash after a lone 0x', 'hash', `0x\n${evm}`, [`0x${evm}`]],
    [
      'two hashes, each over lines of Windows',
      'hash',
      [evm, evm.replace('9', '8')].map((one) => broken(one, 30, '\r\n')).join('\r\n'),
      [evm, evm.replace('9', '8')],
    ],
    ['a signature over three lines', 'hash', broken(solana, 32, '\n  '), [solana]],
    ['a UUID at a dash', 'id', `${one.slice(0, 14)}\n${one.slice(14)}\n${two}`, [one, two]],
    ['a UUID in a reference', 'text', `${one.slice(0, 20)}\n${one.slice(20)}\ninv-1`, [one, 'inv-1']],
    ['a UUID by a space in a reference', 'text', `${one.slice(0, 9)} ${one.slice(9)}`, [one]],
    ['a UUID in brackets', 'id', `(${one.slice(0, 14)}\n${one.slice(14)})`, [one]],
    [
      'two hashes in halves',
      'hash',
      `${broken(evm, 32, '\n')}\n${broken(`${evm.slice(1)}0`, 32, '\n')}`,
      [evm, `${evm.slice(1)}0`],
    ],
  ])('%s', (_, kind, text, expected) => {
    expect(parsePastedIds(text, kind)).toMatchObject({ ids: expected, duplicates: 0, errors: [] })
  })

  test('wherever they were broken', () => {
    const whole = fc.constantFrom<[IdKind, string]>(['hash', evm], ['hash', `0x${evm}`], ['id', one])
    fc.assert(
      fc.property(
        whole,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('\n', ' ', '\r\n\t'),
        ([kind, text], length, gap) => {
          expect(ids(`inv-1\n${broken(text, length, gap)}`, kind).at(-1)).toBe(text)
        },
      ),
    )
  })

  test('but adjacent complete ones stay separate', () => {
    expect(ids(`${evm}\nab12\n${evm.replace('9', '8')}`, 'hash')).toEqual([evm, evm.replace('9', '8')])
    expect(ids('5VfYt7sK 5VfYt7sK', 'text')).toEqual(['5VfYt7sK 5VfYt7sK'])
  })
})

describe('upper case', () => {
  test('becomes lower case in UUIDs and hexadecimal, never in a signature or a Sui digest', () => {
    expect(ids(one.toUpperCase())).toEqual([one])
    expect(ids(`0X${evm.toUpperCase()}`, 'hash')).toEqual([`0x${evm}`])
    expect(ids(solana, 'hash')).toEqual([solana])
    const digest = '6s4LgoCM8GhKAvNJZQ3yHC8fnMRvouSSCcTTGDSXJYfk'
    expect(ids(digest, 'hash')).toEqual([digest])
    expect(ids('INV-7', 'text')).toEqual(['INV-7'])
  })

  test('in a reference that is a UUID is requested as pasted and in lower case, counted once', () => {
    const upper = one.toUpperCase()
    const pasted = parsePastedIds(`${upper}\n${one}`, 'text')
    expect(pasted).toMatchObject({ ids: [upper], duplicates: 1 })
    expect(splitIntoBatches(pasted.ids, 'text', 100)).toEqual([{ from: 1, to: 1, values: [upper, one] }])
    expect(distinctIds([upper, one], 'text')).toEqual([upper])
  })

  test('an identifier already in the filter is unchanged', () => {
    const upper = one.toUpperCase()
    expect(parsePastedIds(upper, 'id', { known: [upper] }).ids).toEqual([upper])
  })
})

describe('a shortened identifier is refused with the reason', () => {
  test.each<[IdKind, string, string]>([
    ['hash', '0x12ab…9f3e', 'This hash is shortened. Paste the whole hash.'],
    ['hash', '12ab...9f3e', 'This hash is shortened. Paste the whole hash.'],
    ['hash', '0x12ab…', 'This hash is shortened. Paste the whole hash.'],
    ['hash', `0x${evm.slice(0, 60)}`, 'This hash is shortened. Paste the whole hash.'],
    ['hash', evm.slice(1), 'This hash is shortened. Paste the whole hash.'],
    ['hash', `${solana.slice(0, 8)}…${solana.slice(-4)}`, 'This hash is shortened. Paste the whole hash.'],
    ['hash', solana.slice(0, 70), 'This hash is shortened. Paste the whole hash.'],
    ['hash', `${evm}0`, 'A hash has 64 hexadecimal digits; this has 65.'],
    ['id', '512f26ad…3cb5', 'This ID is shortened. Paste the whole ID.'],
    ['id', one.slice(0, 30), 'This ID is shortened. Paste the whole ID.'],
    ['text', 'inv-20…0077', 'This reference is shortened. Paste the whole reference.'],
    ['text', '512f26ad...3cb5', 'This reference is shortened. Paste the whole reference.'],
  ])('%s: %s', (kind, text, message) => {
    expect(parsePastedIds(text, kind)).toEqual({ ids: [], duplicates: 0, errors: [{ line: 1, message }] })
    // Also where it stands in a message.
    const whole = kind === 'hash' ? evm : one
    if (kind !== 'text' && !text.startsWith('5VfY'))
      expect(parsePastedIds(`Please look at ${text}\nand at ${whole}.`, kind)).toMatchObject({
        ids: [whole],
        errors: [{ line: 1, message }],
      })
  })
})

describe('another kind of identifier is refused with the reason', () => {
  test.each<[IdKind, string, string]>([
    ['hash', one, 'This is a UUID, not a transaction hash.'],
    ['hash', 'inv-77', 'This is not a transaction hash.'],
    [
      'hash',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      'This is an account address. The provider cannot search by address.',
    ],
    ['id', `0x${evm}`, 'This is a hash or an address, not an ID.'],
    ['id', solana, 'This is a hash or an address, not an ID.'],
    ['id', '0x00000000219ab540356cBB839Cbe05303d7705Fa', 'This is a hash or an address, not an ID.'],
  ])('%s: %s', (kind, text, message) => {
    expect(parsePastedIds(text, kind)).toMatchObject({
      ids: [],
      errors: [{ line: 1, message: expect.stringContaining(message) }],
    })
  })

  test('but an ID of any format, and a long hash of an unknown network, are accepted', () => {
    expect(ids('rule_abc123\nacct-7')).toEqual(['rule_abc123', 'acct-7'])
    const unknown = 'kOl0_9'.repeat(8)
    expect(ids(unknown, 'hash')).toEqual([unknown])
  })
})

describe('a message', () => {
  const message = (inside: string) => `Hi team,

could you please check (${inside}) of 19 Nov 2026? It is about 1,250.00 USDG…
Thanks
Alex <alex@treasury.example>`

  test('gives its identifiers; other words are left out and counted', () => {
    expect(parsePastedIds(message(one.toUpperCase()), 'id')).toEqual({
      ids: [one],
      duplicates: 0,
      errors: [],
      otherWords: 19,
    })
    expect(parsePastedIds(message(`0x${evm}`), 'hash')).toMatchObject({ ids: [`0x${evm}`], errors: [] })
    expect(parsePastedIds(message(`https://etherscan.io/tx/0x${evm}`), 'hash').ids).toEqual([`0x${evm}`])
    expect(ids(`Transfer: ${one}\nThanks`)).toEqual([one])
    expect(ids(`id=${one}`)).toEqual([one])
  })

  test('without identifiers is refused with the reason', () => {
    expect(parsePastedIds(message('it'), 'id')).toMatchObject({
      ids: [],
      errors: [{ line: 1, message: 'No ID was found in this text.' }],
    })
    expect(parsePastedIds(message('it'), 'hash').errors).toEqual([
      { line: 1, message: 'No transaction hash was found in this text.' },
    ])
  })

  test('in JSON gives its identifiers too', () => {
    const record = { id: one, status: 'COMPLETED', amount: '1250.00', crypto_tx_hash: `0x${evm}` }
    for (const text of [JSON.stringify(record), JSON.stringify([record], null, 2)]) {
      expect(parsePastedIds(text, 'id')).toMatchObject({ ids: [one], errors: [] })
      expect(parsePastedIds(text, 'hash')).toMatchObject({ ids: [`0x${evm}`], errors: [] })
    }
  })
})

test('a list of numbers keeps their digits', () => {
  expect(ids('[12345678901234567890, 7]', 'text')).toEqual(['12345678901234567890', '7'])
})

describe('identifiers that no record has', () => {
  test('are named as requested, each once', () => {
    const other = evm.replace('9', '8')
    expect(unmatchedIds([`0x${evm}`, evm, `0x${other}`, other], [`0x${evm.toUpperCase()}`], 'hash')).toEqual([
      `0x${other}`,
    ])
    expect(unmatchedIds([one.toUpperCase(), two], [one], 'id')).toEqual([two])
    expect(unmatchedIds(['INV-1', 'inv-1'], ['inv-1'], 'text')).toEqual(['INV-1'])
    expect(unmatchedIds([solana], [solana.toLowerCase()], 'hash')).toEqual([solana])
  })
})

describe('references', () => {
  test('may contain commas and spaces, so a line is one reference unless a person splits it', () => {
    const text = 'inv-1, inv-2, inv-3\npay 77'
    expect(parsePastedIds(text, 'text')).toEqual({
      ids: ['inv-1, inv-2, inv-3', 'pay 77'],
      duplicates: 0,
      errors: [],
      splittable: { at: 'commas', count: 4 },
    })
    expect(parsePastedIds(text, 'text', { isSplit: true }).ids).toEqual(['inv-1', 'inv-2', 'inv-3', 'pay', '77'])
    expect(parsePastedIds('inv-1 inv-2', 'text').splittable).toEqual({ at: 'spaces', count: 2 })
  })

  test('that are quoted, or UUIDs in a row, are split automatically', () => {
    expect(ids('"inv, 1","inv, 2"', 'text')).toEqual(['inv, 1', 'inv, 2'])
    expect(ids(`${one} ${two}`, 'text')).toEqual([one, two])
    expect(ids('["a, b", "c"]', 'text')).toEqual(['a, b', 'c'])
  })

  test('that are applied stay unchanged, and what mail did to the others is undone', () => {
    const text = `0x${evm.slice(0, 20)}=\n${evm.slice(20)}`
    for (const known of [[], [''], [one]]) expect(parsePastedIds(text, 'hash', { known }).ids).toEqual([`0x${evm}`])
    expect(parsePastedIds('a,b\nc', 'id', { known: ['a,b'] }).ids).toEqual(['a,b', 'c'])
    expect(parsePastedIds('a\n\nb\n', 'id', { known: [''] })).toEqual({ ids: ['a', 'b'], duplicates: 0, errors: [] })
  })
})

describe('hashes', () => {
  test('are equal with and without 0x, in any case, and are requested in both forms', () => {
    const pasted = parsePastedIds(`0x${evm.toUpperCase()}\n${evm}\n0X${evm}`, 'hash')
    expect(pasted.ids).toHaveLength(1)
    expect(pasted.duplicates).toBe(2)
    expect(splitIntoBatches(pasted.ids, 'hash', 100)).toEqual([{ from: 1, to: 1, values: [`0x${evm}`, evm] }])
    expect(distinctIds([`0x${evm}`, evm, solana], 'hash')).toEqual([`0x${evm}`, solana])
  })

  test('of Solana keep their case', () => {
    expect(splitIntoBatches(ids(solana, 'hash'), 'hash', 100)).toEqual([{ from: 1, to: 1, values: [solana] }])
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
  ])('are extracted from a link to an explorer: %s', (address, hash) => {
    expect(ids(address, 'hash')).toEqual([hash])
  })

  test.each([
    ['https://etherscan.io/address/0x00000000219ab540356cBB839Cbe05303d7705Fa', 'This link contains no hash.'],
    [
      '0x00000000219ab540356cBB839Cbe05303d7705Fa',
      'This is an account address. The provider cannot search by address.',
    ],
    [
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'This is an account address. The provider cannot search by address.',
    ],
    [`G${'A'.repeat(55)}`, 'This is an account address. The provider cannot search by address.'],
  ])('%s is refused with the reason', (text, message) => {
    expect(parsePastedIds(`${evm}\n${text}`, 'hash')).toMatchObject({
      ids: [evm],
      errors: [{ line: 2, message: expect.stringContaining(message) }],
    })
  })

  test('that need two values each are split into batches that the provider accepts', () => {
    const hashes = Array.from({ length: 120 }, (_, index) => index.toString(16).padStart(64, 'a'))
    const parts = splitIntoBatches(hashes, 'hash', 100)
    expect(parts.map(({ from, to }) => [from, to])).toEqual([
      [1, 50],
      [51, 100],
      [101, 120],
    ])
  })
})

test('batches are never too long and lose nothing', () => {
  const list = Array.from({ length: 250 }, (_, index) => `ref-${index}`)
  const parts = splitIntoBatches(list, 'text', 100)
  expect(parts.map(({ from, to }) => `${from}–${to}`)).toEqual(['1–100', '101–200', '201–250'])
  expect(parts.flatMap(({ values }) => values)).toEqual(list)
  expect(splitIntoBatches(list.slice(0, 100), 'text', 100)).toHaveLength(1)
  expect(splitIntoBatches(['a', 'b'], 'id', 1)).toHaveLength(2)
})

describe('a Stellar secret key', () => {
  const key = `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`

  test('is removed from any text', () => {
    expect(removeSecretKeys(`ref-1\n${key}\nref-2 (${key})`)).toEqual({ text: 'ref-1\n\nref-2 ()', secrets: 2 })
  })

  test('is not detected in a hash, a public key or a longer word', () => {
    for (const text of [solana, `0x${evm}`, `G${key.slice(1)}`, `${key}A`, `x${key}`, key.toLowerCase()])
      expect(removeSecretKeys(text)).toEqual({ text, secrets: 0 })
  })
})
