import { expect, test } from 'vitest'
import { guardedCell } from './copied-cells'

test.each([
  '=1+1',
  '+1+1',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '\u200b=1',
  '"=1+1"',
])('a cell of %j gets an apostrophe', (text) => {
  expect(guardedCell(text)).toBe(`'${text}`)
})

test.each(['', 'Invoice = 7', '19 Nov 09:00:00', '−249,970.00 USDG', '0xabc', '512f26ad-a3c3', "'=1"])(
  'a cell of %j stays as it is',
  (text) => {
    expect(guardedCell(text)).toBe(text)
  },
)
