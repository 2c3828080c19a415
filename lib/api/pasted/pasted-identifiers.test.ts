import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePastedIds } from '../../browser/pasted-ids'
import { exactJson } from '../../domain/exact-json'
import { withoutFoundNumbers } from '../../domain/found-numbers'
import { splitInvisible } from '../../domain/invisible-characters'
import { readLetter } from '../../features/lookup/browser/letter'
import type { LookupIdentifier } from '../../features/lookup/input'
import { hostileParts, hostileText, processorTime } from '../../provider/testing'
import {
  countSecrets,
  pastedIdentifiers,
  pastedIdentifiersInPieces,
  removeSecrets,
  withoutSecrets,
} from './pasted-identifiers'

const uuid = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const other = '628b49aa-0000-4000-8000-00000000589f'
const hex = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'
const solana = `${'5VfYt7sK'.repeat(10)}Qw9ZxA12`
/** 32 bytes in base58: a transaction of Sui, or an address of Solana. */
const digest = '6s4LgoCM8GhKAvNJZQ3yHC8fnMRvouSSCcTTGDSXJYfk'

const asked = (text: string) => pastedIdentifiers(text).identifiers.flatMap(({ identifier }) => identifier ?? [])
const values = (text: string) =>
  asked(text).map((one) => (one.kind === 'partial' ? `${one.start}…${one.end}` : one.value))

/** How people paste one identifier. */
const contexts: ((id: string) => string)[] = [
  (id) => id,
  (id) => `  ${id} \r\n`,
  (id) => `\ufeff${id}`,
  (id) => `"${id}"`,
  (id) => `(${id})`,
  (id) => `<${id}>`,
  (id) => `[${id}],`,
  (id) => `\`${id}\``,
  (id) => `*${id}*`,
  (id) => `„${id}“`,
  (id) => `Hi team,\n\nwhere is my payment?\n${id}\n\nThanks\nAlex`,
  (id) => `We sent it on 2026-11-19, ${id}.`,
  (id) => `Is it this one: ${id}?`,
  (id) => `> ${id}\n> \n> On Thu, 19 Nov 2026 at 14:31, Alex Weber <alex@halden.example> wrote:\n>> still waiting`,
  (id) => `{"amount":"1250.00","value":"${id}","currency":"USD"}`,
  (id) => `date;amount;currency;what\n19.11.2026;1.250,00;EUR;${id}\n`,
  (id) => `2026-11-19T14:31:52.120Z INFO worker handled ${id} in 12ms (attempt 2 of 5)`,
  (id) => `Call me at +1 (555) 123-4567 or alex@halden.example about ${id}`,
  (id) => `Not received!!! -> ${id} <- please help, USD 1,250.00, this is a 24-hour service`,
  (id) => `<td class="cell">${id}</td>`,
  (id) => `Betrag\t1.250,00\tEUR\t${id}\tIBAN DE89 3704 0044 0532 0130 00`,
  (id) => `- ${id}\n- and nothing else`,
  (id) => `Subject: Fwd: payment\nMessage-ID: <a1b2-77@mail.halden.example>\n\n${id}\n`,
  (id) => `payload: \\"${id}\\"\\nnext`,
]

const kinds: [string, string, LookupIdentifier][] = [
  ['a UUID', uuid, { kind: 'uuid', value: uuid }],
  ['a UUID in upper case', uuid.toUpperCase(), { kind: 'uuid', value: uuid }],
  ['a UUID without dashes', uuid.replaceAll('-', ''), { kind: 'uuid', value: uuid }],
  ['a UUID with spaces for dashes', uuid.replaceAll('-', ' '), { kind: 'uuid', value: uuid }],
  ['a UUID with typographic dashes', uuid.replaceAll('-', '–'), { kind: 'uuid', value: uuid }],
  ['a UUID broken at a dash', `${uuid.slice(0, 14)}\n${uuid.slice(14)}`, { kind: 'uuid', value: uuid }],
  ['a UUID broken in a group', `${uuid.slice(0, 28)} ${uuid.slice(28)}`, { kind: 'uuid', value: uuid }],
  ['a UUID broken by mail', `${uuid.slice(0, 20)}=\n${uuid.slice(20)}`, { kind: 'uuid', value: uuid }],
  ['a hash with 0x', `0x${hex}`, { kind: 'hash', value: hex }],
  ['a hash in upper case', `0X${hex.toUpperCase()}`, { kind: 'hash', value: hex }],
  ['a hash without 0x', hex, { kind: 'hash', value: hex }],
  ['a hash broken by a line end', `0x${hex.slice(0, 38)}\n${hex.slice(38)}`, { kind: 'hash', value: hex }],
  ['a hash broken by a quoted line', `0x${hex.slice(0, 38)}\n> ${hex.slice(38)}`, { kind: 'hash', value: hex }],
  ['a hash broken by a space', `${hex.slice(0, 31)} ${hex.slice(31)}`, { kind: 'hash', value: hex }],
  ['a hash broken by mail', `0x${hex.slice(0, 50)}=\r\n${hex.slice(50)}`, { kind: 'hash', value: hex }],
  ['a hash in groups of four', (hex.match(/.{4}/g) ?? []).join(' '), { kind: 'hash', value: hex }],
  ['a hash after a lone 0x', `0x ${hex}`, { kind: 'hash', value: hex }],
  ['a Solana signature', solana, { kind: 'hash', value: solana }],
  ['a Solana signature broken twice', solana.replace(/^(.{40})(.{30})/, '$1\n$2\n'), { kind: 'hash', value: solana }],
  ['a Sui digest', digest, { kind: 'hash', value: digest }],
  ['a shortened hash', '0x27ca64…a1e3', { kind: 'partial', start: '27ca64', end: 'a1e3', of: 'hash' }],
  ['a hash with dots', '0x27CA64...A1E3', { kind: 'partial', start: '27ca64', end: 'a1e3', of: 'hash' }],
  ['a hash without its end', '0x27ca64f0', { kind: 'partial', start: '27ca64f0', end: '', of: 'hash' }],
  ['a shortened UUID', '512f26ad-a3c3…3cb5', { kind: 'partial', start: '512f26ad-a3c3', end: '3cb5', of: 'uuid' }],
  ['a UUID without its end', uuid.slice(0, 23), { kind: 'partial', start: uuid.slice(0, 23), end: '', of: 'uuid' }],
  ['a shortened signature', '5VfYt7sK…ZxA12', { kind: 'partial', start: '5VfYt7sK', end: 'ZxA12', of: 'hash' }],
  ['a reference', 'INV-2041', { kind: 'reference', value: 'INV-2041' }],
  ['a reference with an underscore', 'payout_77', { kind: 'reference', value: 'payout_77' }],
  ['a reference of several parts', 'mint-20261119-0007', { kind: 'reference', value: 'mint-20261119-0007' }],
  ['a reference that begins with a year', '2026-INV-0077', { kind: 'reference', value: '2026-INV-0077' }],
]

describe.each(kinds)('%s', (_, text, expected) => {
  test.each(contexts.map((context) => [context(text)]))('is found in %j', (pasted) => {
    expect(asked(pasted)).toEqual([expected])
  })
})

describe('links', () => {
  test.each([
    [`https://etherscan.io/tx/0x${hex}`, hex],
    [`https://sepolia.etherscan.io/tx/0x${hex}#eventlog`, hex],
    [`https://polygonscan.com/tx/0x${hex}`, hex],
    [`https://amoy.polygonscan.com/tx/0x${hex}`, hex],
    [`https://basescan.org/tx/0x${hex}`, hex],
    [`www.arbiscan.io/tx/0x${hex}`, hex],
    [`https://explorer.inkonchain.com/tx/0x${hex}?tab=logs`, hex],
    [`https://www.oklink.com/x-layer/tx/0x${hex}`, hex],
    [`https://mempool.space/tx/${hex}#vin=0`, hex],
    [`https://mempool.space/testnet4/tx/${hex}`, hex],
    [`https://blockchair.com/bitcoin-cash/transaction/${hex}?from=x`, hex],
    [`https://litecoinspace.org/tx/${hex}`, hex],
    [`https://explorer.solana.com/tx/${solana}?cluster=devnet`, solana],
    [`https://solscan.io/tx/${solana}`, solana],
    [`https://suiscan.xyz/mainnet/tx/${digest}`, digest],
    [`https://suivision.xyz/txblock/${digest}?tab=Overview`, digest],
    [`https://stellar.expert/explorer/public/tx/${hex}`, hex],
    [`https://mintdesk.example/production/transfers/${uuid}?x.from=${other}`, uuid],
    [`http://localhost:3000/sandbox/activity/${uuid}`, uuid],
    [`https://mintdesk.example/production/lookup?q=0x${hex}`, hex],
    ['https://mintdesk.example/production/lookup?q=inv-2041', 'inv-2041'],
    ['https://mintdesk.example/production/transfers?ref_ids=Rent+March', 'Rent March'],
    [`https://mintdesk.example/sandbox/transfers?group_ids=${uuid}`, uuid],
    [`https://api.provider.example/v2/transfer/transfers/${uuid}`, uuid],
    [`https://app.provider.example/profiles/${other}/transfers/${uuid}?session=${other}`, uuid],
    [`https://app.provider.example/#/transfers/${uuid}`, uuid],
    [`https://eur01.safelinks.example/?url=https%3A%2F%2Fetherscan.io%2Ftx%2F0x${hex}&data=05%7C01%7C`, hex],
    [`https://urldefense.example/v3/__https://etherscan.io/tx/0x${hex}__;!!A1b2-C3d4`, hex],
    [`https://etherscan.io/tx/0x${hex.slice(0, 30)}\n${hex.slice(30)}`, hex],
    ['https://etherscan.io/tx/0x27ca64…a1e3', '27ca64…a1e3'],
    [`[0x27ca…](https://etherscan.io/tx/0x${hex})`, `27ca…,${hex}`],
  ])('%s', (text, value) => {
    expect(values(text).join()).toBe(value)
    expect(values(`Please look at ${text} soon\nThanks`).join()).toBe(value)
  })

  test('to an address look the address up', () => {
    for (const [text, value] of [
      [
        'https://etherscan.io/address/0x00000000219ab540356cBB839Cbe05303d7705Fa',
        '0x00000000219ab540356cBB839Cbe05303d7705Fa',
      ],
      [`https://explorer.solana.com/address/${digest}?cluster=devnet`, digest],
      [`https://suivision.xyz/address/0x${hex}`, `0x${hex}`],
    ] as const)
      expect(pastedIdentifiers(text).identifiers, text).toEqual([
        { line: 1, text: value, label: 'Address', identifier: { kind: 'address', value }, isAddress: true },
      ])
  })

  test('without an identifier ask nothing', () => {
    for (const text of [
      `https://mempool.space/block/${hex}`,
      'https://mintdesk.example/production/transfers',
      'https://halden.example/blog/2026-11-19-news-about-usdc-20?utm_id=abc-123',
    ])
      expect(pastedIdentifiers(text).identifiers, text).toEqual([
        { line: 1, text: expect.any(String), label: expect.any(String), refused: expect.any(String) },
      ])
  })
})

test.each([
  [`group ${uuid}`, 'group_ids'],
  [`Group ID: ${uuid}`, 'group_ids'],
  [`"group_id": "${uuid}"`, 'group_ids'],
  [`groupId=${uuid}`, 'group_ids'],
  [`ref ${uuid}`, 'ref_ids'],
  [`Our ref. ${uuid}`, 'ref_ids'],
  [`reference: ${uuid}`, 'ref_ids'],
  [`profile id: ${uuid}`, 'profile_ids'],
  [`identity ${uuid}`, 'identity_ids'],
  [`account_id,${uuid}`, undefined],
  [`account_id: ${uuid}`, 'account_ids'],
  [`fiat_account_id: ${uuid}`, undefined],
  [`transfer ${uuid}`, 'ids'],
  [`The transfer with the ID ${uuid}`, 'ids'],
  [`Transfer\n${uuid}`, 'ids'],
  [`The group is missing. See ${uuid}`, undefined],
  [`https://mintdesk.example/sandbox/transfers/${uuid}`, 'ids'],
  [`https://mintdesk.example/sandbox/transfers?profile_ids=${uuid}`, 'profile_ids'],
])('the words before a UUID say what it is: %s', (text, field) => {
  expect(asked(text)).toEqual([{ kind: 'uuid', value: uuid, ...(field && { field }) }])
})

test.each([
  ['ref 2041', '2041'],
  ['Please check ref 2041 and tell me', '2041'],
  ['Our reference number: 2041/7 was paid twice', '2041/7'],
  ['ref_id: "Rent March"', 'Rent March'],
  ['{"ref_id":"Rent, March","amount":"1.00"}', 'Rent, March'],
  ['Hello\nPayment reference: INVOICE 2041 / MARCH\nThanks', 'INVOICE 2041 / MARCH'],
  ['Refs: INV-1, INV-2 and 2043 are late', 'INV-1|INV-2|2043'],
  ['Invoice 2041 / March', 'Invoice 2041 / March'],
  ['INV-2041, INV-2042', 'INV-2041|INV-2042'],
  ['INV-2041/INV-2042 were both sent to us today', 'INV-2041|INV-2042'],
  ['ref_id\ninv-1\ninv-2\n77123', 'inv-1|inv-2|77123'],
  ['order-2026abcd-7 of yesterday is still not there', 'order-2026abcd-7'],
  [`pay-${uuid}`, `pay-${uuid}`],
  [`${uuid}12`, `${uuid}12`],
])('references in %j', (text, expected) => {
  expect(values(text).join('|')).toBe(expected)
})

test('a note for support gives its transfer, hash and group', () => {
  const note = `USDC withdrawal\n1,250.00 USDC, fee 0.50 USDC\nPENDING: Not yet seen on Ethereum. No action needed.\nCreated 2026-11-19T14:31:52.120Z\nUpdated 2026-11-19T14:31:52.120Z\nTransfer ${uuid}\nHash 0x${hex}\nGroup ${other}\nSandbox, as of 2026-11-19 14:35:02 UTC`
  expect(asked(note)).toEqual([
    { kind: 'uuid', value: uuid, field: 'ids' },
    { kind: 'hash', value: hex },
    { kind: 'uuid', value: other, field: 'group_ids' },
  ])
})

/** What looks like an identifier and is none. */
const lures = [
  '2026-11-19',
  '19.11.2026',
  '2026-11-19T14:31:52Z',
  '19-Nov-2026',
  '14:31:52',
  '2026-W47',
  'Q3-2026',
  '1,250.00',
  '1.250,00 EUR',
  'USD-1250',
  '+1-555-123-4567',
  '(555) 123-4567',
  '1-800-FLOWERS',
  'DE89 3704 0044 0532 0130 00',
  'DE89370400440532013000',
  'GB29-NWBK-6016-1331-9268-19',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  'account 000123456789',
  'XXXX-6789',
  '****6789',
  'aa0f320',
  'aa0f3207b4d42a2870f38d7b98df1883422aa0f3',
  'commit 1883422aa0f3207b4d42a2870f38d7b98df',
  `sha256:${hex}`,
  `SHA-256 ${hex}`,
  '507f1f77bcf86cd799439011',
  '4bf92f3577b34da6\n00f067aa0ba902b7',
  'alex.weber-77@halden.example',
  `<${uuid}@mail.halden.example>`,
  'invoice-2041.pdf',
  's3-eu-west-1.amazonaws.com',
  'a 24-hour service',
  'a 3-year-old account',
  'mid-2026',
  'COVID-19',
  'SHA-256',
  'UTF-8 and ISO-8601',
  'ERC-20 tokens',
  'rsa-sha256',
  'e2e-test',
  'B2B-focused',
  'well-known, long-standing, state-of-the-art',
  'pages 3-5',
  'version 1.2.3-rc1',
  '1...10',
  '2026...2027',
  'and so on...then',
  'decade facade deadbeef',
  'be bad add fee 2026',
]

describe('nothing is found in prose with', () => {
  test.each(lures.map((lure) => [lure]))('%s', (lure) => {
    const text = `Good morning,\nwe wrote about ${lure} before, and nobody answered.\nRegards\nAlex`
    expect(pastedIdentifiers(text)).toMatchObject({ identifiers: [] })
  })
})

test.each([
  '0x00000000219ab540356cBB839Cbe05303d7705Fa',
  '0x00000000219AB540356CBB839CBE05303D7705FA',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7',
  '0x00000000219ab540356c BB839Cbe05303d7705Fa',
])('an address is looked up as one: %s', (address) => {
  const value = address.replace('bitcoincash:', '').replace(' ', '')
  for (const text of [address, `We sent it to ${address} today.\nThanks`, `Seed of the wallet’s address: ${address}`])
    expect(pastedIdentifiers(text).identifiers).toEqual([
      { line: 1, text: expect.any(String), label: 'Address', identifier: { kind: 'address', value }, isAddress: true },
    ])
  // It may be another secret of the same form.
  expect(pastedIdentifiers(`The secret is ${address}`).identifiers).toEqual([
    { line: 1, text: expect.stringContaining('…'), label: 'Private key', refused: expect.any(String) },
  ])
})

describe('32 bytes in base58', () => {
  const solanaAddress = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  test('are asked as a hash, and may be an address of Solana', () => {
    for (const text of [solanaAddress, digest])
      for (const said of [text, `What became of ${text} today?\nThanks`])
        expect(pastedIdentifiers(said).identifiers).toEqual([
          {
            line: 1,
            text,
            label: 'Sui digest or Solana address',
            isAddress: true,
            identifier: { kind: 'hash', value: text },
          },
        ])
  })
  test('are a digest where the words before say so', () => {
    for (const said of [`Sui digest: ${digest}`, `"digest": "${digest}"`, `tx hash ${digest}`])
      expect(pastedIdentifiers(said).identifiers, said).toEqual([
        { line: 1, text: digest, label: 'Sui digest', identifier: { kind: 'hash', value: digest } },
      ])
  })
  test('are an address where the words before say so', () => {
    const address = (text: string) => ({
      line: 1,
      text,
      label: 'Address',
      isAddress: true,
      identifier: { kind: 'address', value: text },
    })
    for (const said of [`my wallet ${digest}`, `Address: ${digest}`, `"destination_address": "${digest}"`])
      expect(pastedIdentifiers(said).identifiers, said).toEqual([address(digest)])
    // A Sui address has the form of a hash with 0x.
    expect(pastedIdentifiers(`Sui address 0x${hex}`).identifiers).toEqual([address(`0x${hex}`)])
  })
  test('are neither where the words before say that they are another digest', () => {
    expect(pastedIdentifiers(`Hello,\nthe blockhash was ${digest}`).identifiers).toEqual([])
  })
  test('and hashes are masked where the words say that they are keys, also of a wallet', () => {
    for (const said of [`private key ${digest}`, `private key of my wallet: 0x${hex}`, `secret for address ${digest}`])
      expect(pastedIdentifiers(said).identifiers, said).toMatchObject([{ label: 'Private key' }])
  })
})

test('a text of one line is one reference, whatever it is', () => {
  for (const text of [
    'hello',
    'Rent March',
    '2041',
    '2026-11-19',
    '1250.00',
    'a/b:c',
    'Überweisung Nr. 7',
    'x'.repeat(255),
  ])
    expect(asked(text), text).toEqual([{ kind: 'reference', value: text }])
  expect(pastedIdentifiers('x'.repeat(256)).identifiers).toMatchObject([{ label: 'Text', refused: expect.any(String) }])
  expect(pastedIdentifiers(' \n ').identifiers).toEqual([])
})

test('each identifier is given once, with its line and what a later mention says', () => {
  const pasted = pastedIdentifiers(
    `a\n${uuid}\ngroup ${uuid.toUpperCase()}\nhttps://etherscan.io/tx/0x${hex} <0x${hex}>`,
  )
  expect(pasted).toEqual({
    identifiers: [
      { line: 2, text: uuid, label: 'UUID', identifier: { kind: 'uuid', value: uuid, field: 'group_ids' } },
      { line: 4, text: `0x${hex}`, label: 'Hash, EVM', identifier: { kind: 'hash', value: hex } },
    ],
    omitted: 0,
  })
})

test('a text with a secret keeps everything else, one without is unchanged', () => {
  const secret = 'SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN'
  expect(withoutSecrets(`Hi,\nref INV-2041, key ${secret}.`)).toBe('Hi,\nref INV-2041, key SBGW…DVMN.')
  expect(withoutSecrets(`INV-2041 \r\n${uuid}`)).toBe(`INV-2041 \r\n${uuid}`)
})

test('a long text read in pieces gives the same, and the page draws between them', async () => {
  const text = Array.from(
    { length: 5_000 },
    (_, index) => `See INV-${index} and 0x${index.toString(16).padStart(64, 'a')},`,
  ).join('\n')
  let drawn = 0
  const pasted = await pastedIdentifiersInPieces(text, { onProgress: () => (drawn += 1) })
  expect(pasted).toEqual(pastedIdentifiers(text))
  expect(drawn).toBeGreaterThan(3)
  await expect(pastedIdentifiersInPieces(text, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
})

test('a forwarded e-mail gives what it names, and nothing of its headers', () => {
  const mail = `Return-Path: <alex@halden.example>
Received: from PH0PR11MB5612.namprd11.prod.outlook.example (2603:10b6:510:ee::8)
 by SJ0PR11MB4893.namprd11.prod.outlook.example with HTTPS; Thu, 19 Nov 2026 14:31:52 +0000
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=halden.example; s=selector1-2023;
 h=From:Date:Subject:Message-ID; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=;
Message-ID: <PH0PR11MB5612A1B2C3D4E5F6A7B8C9D0@PH0PR11MB5612.namprd11.prod.outlook.example>
Subject: =?utf-8?Q?Fwd:_Zahlung_nicht_angekommen?=
Content-Type: multipart/alternative; boundary="_000_PH0PR11MB5612A1B2C3D4E5F6A7B8_"

--_000_PH0PR11MB5612A1B2C3D4E5F6A7B8_
Content-Transfer-Encoding: quoted-printable

Hi team,

our customer Halden Trading Ltd (customer no. 40-2231) sent 25,000.00 USDC on 19 Nov=
 2026 at 14:31. The transaction is 0x${hex.slice(0, 40)}=
${hex.slice(40)}, see https://etherscan.io/tx/0x${hex.slice(0, 21)}=
${hex.slice(21)}

Our reference is HT-2026-00417; the invoice is dated 2026-11-12.
IBAN: DE89 3704 0044 0532 0130 00, BIC COBADEFFXXX, phone +49 (0)69 1234-5678.

Mit freundlichen Gr=C3=BC=C3=9Fen
Alex Weber | Treasury | Tower 3, 12-14 Fleet Street, London EC4A 1AB

> Ticket #88231-A: please send us the hash.
> Group: ${uuid}
`
  expect(asked(mail)).toEqual([
    { kind: 'hash', value: hex },
    { kind: 'reference', value: 'HT-2026-00417' },
    { kind: 'uuid', value: uuid, field: 'group_ids' },
  ])
})

/** Planted identifiers in their forms; `value` is what must be found. */
const isMixed = (text: string) => /\d/.test(text) && /[a-f]/.test(text)
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).filter(isMixed)
const planted = fc.oneof(
  fc
    .uuid()
    // Without dashes, 32 decimal digits are a number.
    .filter(isMixed)
    .chain((value) =>
      fc
        .constantFrom(
          value,
          value.toUpperCase(),
          `{${value}}`,
          value.replaceAll('-', ''),
          value.replaceAll('-', '–'),
          `${value.slice(0, 23)}\n${value.slice(23)}`,
        )
        .map((text) => ({ text, value })),
    ),
  digits(64).chain((value) =>
    fc
      .tuple(
        fc.constantFrom('0x', ''),
        fc.integer({ min: 8, max: 56 }),
        fc.constantFrom('', '', '\n', ' ', '=\n', '\n> '),
      )
      // Halves that are UUIDs without dashes are not told from a list of them.
      .filter(([prefix, at]) => prefix !== '' || at !== 32)
      .map(([prefix, at, gap]) => ({ text: `${prefix}${value.slice(0, at)}${gap}${value.slice(at)}`, value })),
  ),
  digits(64).map((value) => ({ text: `https://etherscan.io/tx/0x${value}`, value })),
  fc.stringMatching(/^[2-4][1-9A-HJ-NP-Za-km-z]{87}$/).map((value) => ({ text: value, value })),
  fc.stringMatching(/^(?:inv|PAY|order)[-_][0-9]{2,6}$/).map((value) => ({ text: value, value })),
  digits(12).map((value) => ({
    text: `0x${value.slice(0, 6)}…${value.slice(6)}`,
    value: `${value.slice(0, 6)}…${value.slice(6)}`,
  })),
)
const prose = fc.constantFrom(
  'Hello there,',
  'we sent this on 2026-11-19 at 14:31:',
  'the amount was 1,250.00 USD (1.250,00 EUR).',
  'Call +1-555-123-4567 or write to alex-77@halden.example.',
  'It is a well-known 24-hour problem!',
  'IBAN DE89 3704 0044 0532 0130 00,',
  '> quoted, as always; thanks',
  '{"amount": "12.50", "note": "none"}',
  '19.11.2026;1.250,00;EUR;',
  'a;b|c, "d"',
)
const between = fc.constantFrom('\n', '\r\n\r\n', ' -- ', '; ', ', ', '\n> ', ' | ')

test('in any text each planted identifier is found and none is invented', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(prose, between, planted, between), { minLength: 1, maxLength: 12 }), (parts) => {
      const text = parts.map(([words, before, { text }, after]) => `${words}${before}${text}${after}`).join('')
      const expected = [...new Set(parts.map(([, , { value }]) => value))]
      expect(values(`Dear all,\n${text}Regards`)).toEqual(expected)
    }),
    { numRuns: 1_500 },
  )
})

test('of more than 10,000 identifiers the first are taken, and the others counted', () => {
  const text = Array.from({ length: 12_000 }, (_, index) => `INV-${index + 10_000}`).join('\n')
  const { identifiers, omitted } = pastedIdentifiers(text)
  expect([identifiers.length, omitted]).toEqual([10_000, 2_000])
})

describe('takes time in proportion to the length of any text:', () => {
  const readers: [string, (text: string) => unknown, longest: number][] = [
    ['what is looked up', pastedIdentifiers, 16_000],
    ['secrets', countSecrets, 16_000],
    ['what stays in the tab', withoutSecrets, 16_000],
    // Longer texts are no letters.
    ['letters', (text) => readLetter(`we ask for inv-2041 \n${text}`), 16_000],
    ['lists of IDs', (text) => parsePastedIds(text, 'uuid'), 16_000],
    ['lists of hashes', (text) => parsePastedIds(text, 'hash'), 16_000],
    ['lists of references', (text) => parsePastedIds(text, 'text'), 16_000],
    ['account numbers', withoutFoundNumbers, 16_000],
    ['invisible characters', splitInvisible, 16_000],
  ]
  const ofLetters = ['1,200.00 USD ', 'on 20 November ', 'Sunday ', 'INV-1 on 20 November, 5 USD. ', 'Base ', '$5 ']

  test.each(readers)('%s', (name, read, longest) => {
    // Below this a difference is noise: four times what a known linear search of a text of that length takes.
    const least = 4 * processorTime(() => exactJson(JSON.stringify([...hostileText('1 ', longest)])))
    for (const part of [...hostileParts, ...(name === 'letters' ? ofLetters : [])]) {
      const [quarter, whole] = [hostileText(part, longest / 4), hostileText(part, longest)]
      // Four times the text: four times the time, or sixteen times if it is quadratic.
      const isLinear = () => {
        const [before, after] = [processorTime(() => read(quarter)), processorTime(() => read(whole))]
        return after < 8 * before + least
      }
      // A pause of the runtime may fall into one try.
      expect([1, 2, 3, 4].some(isLinear), part).toBe(true)
    }
  })

  test('a text that takes long is read in pieces, between which others have the thread', async () => {
    for (const part of ['1 ', 'zoo ', 'INV-1 ', '27 ca ']) {
      let isDone = false
      const reading = pastedIdentifiersInPieces(hostileText(part, 200_000)).finally(() => {
        isDone = true
      })
      let turns = 0
      while (!isDone) {
        await new Promise(setImmediate)
        turns += 1
      }
      await reading
      expect(turns, part).toBeGreaterThan(5)
    }
  })
})

test('secrets are counted and taken out, and the rest stays as it is', async () => {
  const seed = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  const token = 'Bearer 8f14e45fceea167a5a36dedd4bea2543'
  const text = `INV-2041\n${seed}\n512f26ad-a3c3-4634-ac3c-6b12b7b33cb5 ${token}`
  expect(countSecrets(text)).toBe(2)
  const { text: rest, secrets } = await removeSecrets(text)
  expect(secrets).toBe(2)
  expect(rest).toBe('INV-2041\n\n512f26ad-a3c3-4634-ac3c-6b12b7b33cb5')
  for (const plain of ['INV-2041 \r\n', '', `hash ${'0f'.repeat(32)}`, 'DE89370400440532013000'])
    expect([await removeSecrets(plain), countSecrets(plain)]).toEqual([{ text: plain, secrets: 0 }, 0])
})

describe('a text that a program changed names what it named', () => {
  const link = `https://etherscan.io/tx/0x${hex}`
  test.each([
    ['a hash that a PDF cut with a hyphen', `Transaction hash: 0x${hex.slice(0, 32)}-\n${hex.slice(32)}`, [hex]],
    ['a reference of a Japanese keyboard', 'ｗｉｒｅ－ｉｎ－８８１２１', ['wire-in-88121']],
    ['a reference with soft hyphens', 'wire\u00ad-in-\u00ad88121', ['wire-in-88121']],
    [
      'JSON with escapes',
      `{"reference":"wire\\u002din\\u002d88121","url":"${link.replaceAll('/', '\\/')}"}`,
      ['wire-in-88121', hex],
    ],
    ['entities of HTML', 'ref: wire&#45;in&#x2d;88121', ['wire-in-88121']],
    [
      'a link of Proofpoint, version 2',
      `https://urldefense.proofpoint.com/v2/url?u=${link.replace(':', '-3A').replaceAll('/', '_')}&d=DwMFaQ&c=euGZstcaTDllvimEN8b7jXrwqOf-v5A_CdpgnVfiiMM&r=x&m=y&s=z&e=`,
      [hex],
    ],
    [
      'references by their entities and escapes',
      'wire&#45;in&ndash;88121, wire\\u2011in\\u201188122 and wire&#x2d;in-&shy;&#173;88123',
      ['wire-in-88121', 'wire-in-88122', 'wire-in-88123'],
    ],
    ['letters of mathematics', '𝗐𝗂𝗋𝖾-𝗂𝗇-𝟖𝟖𝟏𝟐𝟏', ['wire-in-88121']],
    [
      'a reference broken behind its hyphen',
      'We sent wire-\nin-88121 and wire-in-\n > 88122.',
      ['wire-in-88121', 'wire-in-88122'],
    ],
    ['a reference beside a code', 'inv-20931 EREF+wire-in-88121', ['inv-20931', 'wire-in-88121']],
    ['a link of Proofpoint, version 3', `https://urldefense.com/v3/__${link}__;!!Abc!x-1_y$`, [hex]],
    [
      'a link of Outlook',
      `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=05%7C01&sdata=x&reserved=0`,
      [hex],
    ],
    [
      'the purpose of a German payment',
      'EREF+wire-in-88121MREF+KD020007057822CRED+DE20KD000000058294SVWZ+11/2026 Ihre Rechnung',
      ['wire-in-88121'],
    ],
    [
      'a SWIFT message',
      '{4:\n:20:wire-in-88121\n:32A:261117USD11234,50\n:70:/RFB/wire-in-88122\n-}',
      ['wire-in-88121', 'wire-in-88122'],
    ],
  ])('%s', (_, text, wanted) => expect(values(text)).toEqual(wanted))

  test('a statement in MT940', () => {
    const file = new URL('../../domain/statements/testing/cases/mt940-sepa.sta', import.meta.url)
    expect(values(readFileSync(file, 'utf8'))).toEqual(
      expect.arrayContaining(['wire-in-88121', 'wire-out-41008', 'wire-in-88122']),
    )
  })

  test('but a UUID keeps the hyphen at the end of a line, and numbers of other characters stay', () => {
    expect(values(`${uuid.slice(0, 9)}\n${uuid.slice(9)}`)).toEqual([uuid])
    expect(values('ref: inv\\u00e9-2041-x')).not.toEqual(['inv-2041-x'])
  })
})
