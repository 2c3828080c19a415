import { expect, test } from 'vitest'
import { visibleJson } from './record-fold'

const wire = (account_number: string) => ({ fiat_network_instructions: { wire: { account_number } } })

test('an account number is masked until a person reveals it', () => {
  const body = wire('000123456789')
  expect(visibleJson(body, false)).toEqual({ shown: wire('••6789'), isMasked: true, canReveal: true })
  expect(visibleJson(body, true)).toEqual({ shown: body, isMasked: false, canReveal: true })
})

test('a number masked by the server stays masked, and a value without numbers is complete', () => {
  expect(visibleJson(wire('••6789'), false)).toMatchObject({ isMasked: true, canReveal: false })
  expect(visibleJson({ side: 'BUY' }, false)).toEqual({ shown: { side: 'BUY' }, isMasked: false, canReveal: false })
})
