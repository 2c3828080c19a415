import { expect, test } from 'vitest'
import { FileTooLarge, maximumBytes, readIdentifiersFile } from './dropped-files'

const hash = '95cd4f6e0b0d5c2f6b3b0a1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4a5b'
const read = async (text: string | Uint8Array<ArrayBuffer>) => {
  const { identifiers } = await readIdentifiersFile(new Blob([text]))
  return identifiers.map(
    ({ line, identifier }) => `${line} ${identifier && 'value' in identifier ? identifier.value : '-'}`,
  )
}

test.each([
  ['a list', `INV-1\r\n0x${hash}\r\n`, ['1 INV-1', `2 ${hash}`]],
  ['an e-mail', `Hello,\nwhere is 0x${hash.slice(0, 40)}=\n${hash.slice(40)}?`, [`2 ${hash}`]],
  ['a table without heads', `1.50;USD;0x${hash}\n2.50;EUR;INV-2041\n`, [`1 ${hash}`, '2 INV-2041']],
  [
    'a table with a column of references',
    `ref_id,amount,hash\n2041,1.50,0x${hash}\n"Rent, March",2.50,\nhello,3.50,\n`,
    ['2 2041', `2 ${hash}`, '3 Rent, March', '4 hello'],
  ],
  [
    'the same with tabs and empty lines',
    '\nAmount\tReference\n\n1.50\t77\n2.50\tA "quoted" one\n',
    ['4 77', '5 A quoted one'],
  ],
  ['nothing', '', []],
])('the identifiers of %s are found with their lines', async (_, text, expected) => {
  expect(await read(text)).toEqual(expected)
})

test('a file in UTF-16 is read', async () => {
  const text = '\ufeffINV-1\nINV-2\n'
  const bytes = new Uint8Array(text.length * 2)
  for (let at = 0; at < text.length; at++) bytes.set([text.charCodeAt(at) & 255, text.charCodeAt(at) >> 8], at * 2)
  expect(await read(bytes)).toEqual(['1 INV-1', '2 INV-2'])
})

test('a secret in a column of references is masked and not asked', async () => {
  const secret = 'SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN'
  const pasted = await readIdentifiersFile(new Blob([`reference,amount\n${secret},1.50`]))
  expect(pasted.identifiers).toMatchObject([{ line: 2, text: 'SBGW…DVMN', label: 'Private key' }])
  expect(JSON.stringify(pasted)).not.toContain(secret)
})

test('a file that is too large is refused before it is read', async () => {
  const file = new Blob([new Uint8Array(maximumBytes + 1)])
  await expect(readIdentifiersFile(file)).rejects.toThrow(FileTooLarge)
})
