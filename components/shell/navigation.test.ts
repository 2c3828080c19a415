import { expect, test } from 'vitest'
import { navigation, sameKindOfPage } from './navigation'
import { pageKeys, stepKeys } from './shortcuts'

test.each([
  ['/sandbox', '/production'],
  ['/sandbox/transfers', '/production/transfers'],
  ['/sandbox/transfers/4d1c1f0a-0000-4000-8000-000000000000', '/production/transfers'],
  ['/sandbox/issuer-quotes', '/production/issuer-quotes'],
  ['/sandbox/deposits/new', '/production'],
  ['/', '/production'],
])('from %s one switches to %s', (path, target) => {
  expect(sameKindOfPage(path, 'production')).toBe(target)
})

test('no two pages and no two acts share a key, and none of them is the one that goes', () => {
  const pages = navigation.flatMap(({ links }) => links.map(({ key }) => key))
  expect(new Set(pages).size).toBe(pages.length)
  const acts = [...pageKeys, ...stepKeys].map(({ key }) => key)
  expect(new Set(acts).size).toBe(acts.length)
  expect(acts).not.toContain('g')
})
