import { expect, test } from 'vitest'
import { shownJson } from './intent-view'

const wire = (account_number: string) => ({ fiat_network_instructions: { wire: { account_number } } })

test('a number is cut until the whole is asked for', () => {
  const body = wire('000123456789')
  expect(shownJson(body, false)).toEqual({ shown: wire('••6789'), isCut: true, canBeWhole: true })
  expect(shownJson(body, true)).toEqual({ shown: body, isCut: false, canBeWhole: true })
})

test('what the server has cut stays cut, and what holds no number is whole', () => {
  expect(shownJson(wire('••6789'), false)).toMatchObject({ isCut: true, canBeWhole: false })
  expect(shownJson({ side: 'BUY' }, false)).toEqual({ shown: { side: 'BUY' }, isCut: false, canBeWhole: false })
})
