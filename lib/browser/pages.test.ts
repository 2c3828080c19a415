import { expect, test } from 'vitest'
import { consolePath, pageTitle, plainTitle } from './pages'

test.each([
  ['/sandbox/transfers?statuses=FAILED&statuses=PENDING', '/sandbox/transfers?statuses=FAILED&statuses=PENDING'],
  ['/', '/'],
  ['/a/../b#c', '/b#c'],
])('%s is a path of this console', (text, path) => {
  expect(consolePath(text)).toBe(path)
})

test.each([
  undefined,
  '',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'sandbox/transfers',
])('%j is rejected because it leads elsewhere', (text) => {
  expect(consolePath(text)).toBeUndefined()
})

test('a title spells out invisible characters', () => {
  expect(pageTitle('production', 'Transfer \u202e1')).toBe('[PRODUCTION] Transfer ⟨U+202E⟩1 - Mintdesk')
})

test('the name of a page is found in its title', () => {
  for (const environment of ['production', 'sandbox'] as const)
    expect(plainTitle(pageTitle(environment, 'Orders - [all]'))).toBe('Orders - [all]')
})
