import { expect, test } from 'vitest'
import { environments } from '@/lib/api/environments'
import { roles } from '@/lib/api/roles'
import { goKeysFor, pageKeys, stepKeys } from './keyboard'
import { locatePage, navigation, navigationFor, sameKindOfPage } from './navigation'

test.each([
  ['/sandbox', '/production'],
  ['/sandbox/transfers', '/production/transfers'],
  ['/sandbox/transfers/4d1c1f0a-0000-4000-8000-000000000000', '/production/transfers'],
  ['/sandbox/issuer-quotes', '/production/issuer-quotes'],
  ['/sandbox/orders/new', '/production/orders/new'],
  ['/sandbox/orders/new/review', '/production/orders/new'],
  ['/sandbox/fiat-accounts/new', '/production/fiat-accounts/new'],
  ['/sandbox/fiat-accounts/4d1c1f0a-0000-4000-8000-000000000000/edit', '/production/fiat-accounts'],
  ['/sandbox/rules', '/production/rules'],
  ['/sandbox/activity', '/production/activity'],
  ['/sandbox/activity/4d1c1f0a-0000-4000-8000-000000000000', '/production/activity'],
  ['/sandbox/deposits/new', '/production'],
  ['/sandbox/deposits/new/review', '/production'],
  ['/sandbox/ordersx', '/production'],
  ['/', '/production'],
])('the environment switch leads from %s to %s', (path, target) => {
  expect(sameKindOfPage(path, 'production')).toBe(target)
})

test.each([
  ['/sandbox', 'Overview', true],
  ['/sandbox/transfers/4d1c1f0a', 'Transfers', false],
  ['/sandbox/orders/new', 'Order', true],
  ['/sandbox/orders/new/review', 'Order', false],
  ['/sandbox/orders', 'Activity', false],
  ['/sandbox/fiat-accounts/4d1c1f0a/edit', 'Activity', false],
  ['/sandbox/activity', 'Activity', true],
])('%s belongs to %s', (path, name, isPage) => {
  const found = locatePage(path)
  expect([found?.link.name, found?.isPage]).toEqual([name, isPage])
})

const namesFor = (environment: 'sandbox' | 'production', role: (typeof roles)[number]) =>
  navigationFor(environment, [role]).map(({ title, links }) => [title, links.map(({ name }) => name)])

test('each role has links only to what it may do, and only the sandbox has deposits', () => {
  const read = [undefined, ['Overview', 'Transfers', 'Issuer quotes']]
  const control = ['Control', ['Activity']]
  const forms = ['Order', 'Fiat account', 'Rule']
  expect(namesFor('sandbox', 'support')).toEqual([read])
  expect(namesFor('sandbox', 'approver')).toEqual([read, control])
  for (const role of ['treasury', 'admin'] as const) {
    expect(namesFor('sandbox', role)).toEqual([read, ['New', [...forms, 'Deposit']], control])
    expect(namesFor('production', role)).toEqual([read, ['New', forms], control])
  }
})

test('a phone has room for every tab next to More', () => {
  for (const environment of environments) {
    const tabs = navigationFor(environment, roles).flatMap(({ links }) => links.filter(({ isTab }) => isTab))
    expect(tabs.length).toBeLessThanOrEqual(4)
  }
})

test('no two pages or actions share a key, and none uses g', () => {
  const pages = navigation.flatMap(({ links }) => links.map(({ key }) => key))
  expect(new Set(pages).size).toBe(pages.length)
  expect(goKeysFor('sandbox', roles).map(({ key }) => key)).toEqual(pages)
  expect(goKeysFor('production', ['support']).map(({ key }) => key)).toEqual(['o', 't', 'q'])
  const actions = [...pageKeys, ...stepKeys].map(({ key }) => key)
  expect(new Set(actions).size).toBe(actions.length)
  expect([...pages, ...actions]).not.toContain('g')
})
