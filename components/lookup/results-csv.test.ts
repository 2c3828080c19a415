import { expect, test } from 'vitest'
import { csvOf } from '@/lib/browser/save-file'
import { readTransfer } from '@/lib/provider/reading'
import { whatItIs } from './labels'
import type { LookupRow } from './lookup-query'
import { resultsCells, tableText } from './results-csv'

const row: LookupRow = {
  index: 0,
  pasted: { line: 3, text: 'inv-2041, late', label: 'Reference', identifier: { kind: 'reference', value: 'inv-2041' } },
  result: 'found',
  answer: { verdict: 'found', field: 'ref_ids', transfers: [], isMore: false, requests: [], asked: [] },
  transfers: [readTransfer({ id: 't-1', type: 'CRYPTO_WITHDRAWAL', amount: '0.10000000000000000001', asset: 'ETH' })],
  at: Date.UTC(2026, 10, 19),
}

test('a line keeps every digit, its line number and the field that matched', () => {
  const [heads, line] = csvOf(resultsCells([row])).split('\r\n')
  expect(heads).toMatch(/^\ufeffline,pasted,read_as,result,matched_field,transfer_ids,/)
  expect(line).toBe(
    '3,"inv-2041, late",Reference,Found,ref_ids,t-1,Crypto withdrawal,CRYPTO_WITHDRAWAL,,0.10000000000000000001,ETH,,,,,2026-11-19T00:00:00.000Z',
  )
})

test('a shortened identifier says on how few characters it matched', () => {
  const identifier = { kind: 'partial', start: '27ca64', end: 'a1e3', of: 'hash' } as const
  const partial = { ...row, pasted: { ...row.pasted, text: '27ca64…a1e3', identifier } }
  expect(whatItIs(partial)).toBe('Crypto withdrawal, matched on 10 characters only')
  const several: LookupRow = { ...partial, result: 'several', transfers: [...row.transfers, ...row.transfers] }
  expect(whatItIs(several)).toBe('2 transfers, matched on 10 characters only')
  expect(whatItIs(row)).toBe('Crypto withdrawal')
})

test('a line without a transfer says why', () => {
  const refused: LookupRow = {
    index: 1,
    pasted: { line: 6, text: 'SCZA…BTQ4', label: 'Private key', refused: 'This is a private key.' },
    result: 'refused',
    transfers: [],
  }
  expect(tableText(resultsCells([refused])).split('\n')[1]).toBe(
    '6\tSCZA…BTQ4\tPrivate key\tRefused\t\t\tThis is a private key.\t\t\t\t\t\t\t\t\t',
  )
})
