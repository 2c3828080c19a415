import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { decimal } from '@/lib/provider/testing'
import { Amount, amountParts, amountText, copiedAmount, placesOf } from './amount'

const thousand = { numRuns: 1_000 }
const fractionOf = (text: string) => (text.includes('.') ? text.slice(text.indexOf('.')) : '')

/** The text that a browser shows for markup. */
const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '')
const rendered = (text: string, isDebit?: boolean) => renderToStaticMarkup(createElement(Amount, { text, isDebit }))

test('the whole part is grouped in threes, and no digit of the number changes', () => {
  fc.assert(
    fc.property(decimal, (text) => {
      const shown = textOf(rendered(text))
      expect(shown.replace('−', '-').replaceAll(',', '')).toBe(text)
      expect(shown).toBe(amountText(text))
      const { whole, fraction } = amountParts(text) ?? { whole: 'none', fraction: 'none' }
      expect(whole).toMatch(/^(\d{1,3}(,\d{3})*)?$/)
      expect(fraction).toBe(fractionOf(text))
    }),
    thousand,
  )
})

test('in a column the fraction has its own box, as wide as the longest fraction, so that the points align', () => {
  fc.assert(
    fc.property(fc.array(decimal, { minLength: 1, maxLength: 8 }), (column) => {
      const places = placesOf(column)
      expect(places).toBe(Math.max(0, ...column.map((text) => fractionOf(text).length - 1)))
      for (const text of column) {
        const [, box] = /<span class="fraction[^"]*">([^<]*)<\/span><\/span><\/span>$/.exec(rendered(text)) ?? []
        expect(box).toBe(fractionOf(text))
      }
    }),
    thousand,
  )
})

test('a copied amount is the received text, with or without its sign', () => {
  fc.assert(
    fc.property(decimal, fc.boolean(), (text, isDebit) => {
      const markup = rendered(text, isDebit)
      const shown = textOf(markup)
      const [, received = ''] = /data-received="([^"]*)"/.exec(markup) ?? []
      expect(received).toBe(text)
      expect(copiedAmount(shown, shown, received)).toBe(text)
      // Browsers insert line breaks between boxes.
      expect(copiedAmount(shown.split('.').join('\n.'), shown, received)).toBe(text)
      expect(copiedAmount(shown.replace('−', ''), shown, received)).toBe(text)
    }),
    thousand,
  )
})

test('a copied part loses only its separators, and a selection beyond the amount is unchanged', () => {
  expect(copiedAmount('249,970', '−249,970.00', '249970.00')).toBe('249970')
  expect(copiedAmount('249,970.00 USDG', '−249,970.00', '249970.00')).toBeUndefined()
  expect(copiedAmount('', '1', '1')).toBeUndefined()
})

test.each([
  ['249970.00', false, '249,970.00'],
  ['249970.00', true, '−249,970.00'],
  ['0.41870000', false, '0.41870000'],
  ['.5', false, '.5'],
  ['007', false, '007'],
  ['-12.5', false, '−12.5'],
  ['-12.5', true, '12.5'],
  ['5.', false, '5.'],
  ['1e5', true, '1e5'],
  ['', false, ''],
])('%j (debit: %s) is shown as %s', (text, isDebit, shown) => {
  expect(amountText(text, isDebit)).toBe(shown)
  expect(textOf(rendered(text, isDebit))).toBe(shown)
})

test('a column is as wide as its longest fraction', () => {
  expect(placesOf(['1', '2.50', '0.12345678', undefined, 'odd'])).toBe(8)
  expect(placesOf(['1', '2'])).toBe(0)
})

test('an amount of 300,000 digits is grouped like any other', () => {
  expect(['7', '123', '1234', '123456', '1234567'].map((text) => amountText(text))).toEqual([
    ...['7', '123', '1,234', '123,456', '1,234,567'],
  ])
  expect(amountText('1'.repeat(300_000))).toBe(`111${',111'.repeat(99_999)}`)
})
