import { expect, test } from 'vitest'
import { operationNames, rowOf } from '../../provider/operations'
import { hasOwnPage, notedKindOfRecord, notedKinds, notedRecordAs, notedRecordOf } from './interface'

const request = { environment: 'sandbox', id: 'request-1', record_id: 'record-1' } as const

test('a record that is read by its id has its notes under it, wherever they are written', () => {
  const read = operationNames.map(rowOf).filter(({ method, pathValues }) => method === 'GET' && pathValues)
  expect(notedKinds.filter(hasOwnPage)).toEqual(read.map(({ record }) => notedKindOfRecord(record)))
  expect(notedRecordAs('transfer', request)).toEqual({ environment: 'sandbox', kind: 'transfer', id: 'record-1' })
  // While its id is not known, a note would be on no page.
  expect(notedRecordAs('transfer', { ...request, record_id: undefined })).toBeUndefined()
})

test('any other record has its notes on the page of the request that created it', () => {
  expect(notedRecordOf({ ...request, operation: 'createOrder' })).toEqual({
    environment: 'sandbox',
    kind: 'order',
    id: 'request-1',
  })
  expect(notedRecordOf({ ...request, record_id: undefined, operation: 'createRule' })?.id).toBe('request-1')
  expect(notedRecordOf({ ...request, operation: 'initiateSandboxFiatDeposit' })).toBeUndefined()
})
