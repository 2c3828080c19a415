import { expect, test } from 'vitest'
import { approveKey, listKey, pageKeys, searchKey, stepKeys } from '@/components/ui/shortcuts'
import { environments } from '@/lib/provider/environments'
import { isChange, mayWrite, type WriteName, writeNames, writeRowOf } from '@/lib/provider/operations'
import { roles } from '@/lib/provider/roles'
import { keySequencesFor } from './keyboard'
import { locatePage, navigationFor, sameKindOfPage } from './navigation'

test.each(environments)('each write that creates something in %s has its form in the navigation', (environment) => {
  const exists = (name: WriteName) => environment === 'sandbox' || !writeRowOf(name).isSandboxOnly
  for (const role of roles) {
    const links = navigationFor(environment, [role]).flatMap((group) => group.links)
    const offered = links.flatMap(({ creates }) => creates?.operation ?? [])
    const allowed = writeNames.filter((name) => !isChange(name) && exists(name) && mayWrite(name, [role]))
    expect(new Set(offered)).toEqual(new Set(allowed))
  }
})

test('each list of records has a link with its title', () => {
  const links = navigationFor('sandbox', roles).flatMap((group) => group.links)
  const listed = writeNames.map(writeRowOf).filter(({ listTitle }) => listTitle)
  expect(listed.length).toBeGreaterThan(0)
  for (const { page, listTitle } of listed)
    expect(links.find(({ segment }) => segment === page)?.name, page).toBe(listTitle)
})

test.each([
  ['/sandbox', '/production'],
  ['/sandbox/transfers', '/production/transfers'],
  ['/sandbox/transfers/4d1c1f0a-0000-4000-8000-000000000000', '/production/transfers'],
  ['/sandbox/issuer-quotes', '/production/issuer-quotes'],
  ['/sandbox/lookup', '/production/lookup'],
  ['/sandbox/lookup/reconcile', '/production/lookup'],
  ['/sandbox/orders/new', '/production/orders/new'],
  ['/sandbox/orders/new/review', '/production/orders/new'],
  ['/sandbox/fiat-accounts/new', '/production/fiat-accounts/new'],
  ['/sandbox/fiat-accounts/4d1c1f0a-0000-4000-8000-000000000000/edit', '/production/fiat-accounts'],
  ['/sandbox/rules', '/production/rules'],
  ['/sandbox/activity', '/production/activity'],
  ['/sandbox/activity/4d1c1f0a-0000-4000-8000-000000000000', '/production/activity'],
  ['/sandbox/settings/policies', '/production/settings'],
  ['/sandbox/webhooks/4d1c1f0a-0000-4000-8000-000000000000', '/production/webhooks'],
  ['/sandbox/money/new', '/production/money/new'],
  ['/sandbox/money/4d1c1f0a-0000-4000-8000-000000000000', '/production/money'],
  ['/sandbox/deposits/new', '/production/money'],
  ['/sandbox/deposits/new/review', '/production/money'],
  ['/sandbox/ordersx', '/production'],
  ['/', '/production'],
])('the environment switch leads from %s to %s', (path, target) => {
  expect(sameKindOfPage(path, 'production')).toBe(target)
})

test.each([
  ['/sandbox', '', true],
  ['/sandbox/transfers/4d1c1f0a', 'transfers', false],
  ['/sandbox/orders', 'orders', true],
  ['/sandbox/orders/new', 'orders', false],
  ['/sandbox/orders/new/review', 'orders', false],
  ['/sandbox/fiat-accounts/4d1c1f0a/edit', 'fiat-accounts', false],
  ['/sandbox/money/new', 'money/new', true],
  ['/sandbox/money/4d1c1f0a', 'money', false],
  ['/sandbox/deposits/new/review', 'money', false],
  ['/sandbox/approvals/4d1c1f0a', 'approvals', false],
  ['/sandbox/activity', 'activity', true],
  ['/sandbox/settings/policies', 'settings', false],
  ['/sandbox/webhooks/4d1c1f0a', 'settings', false],
])('%s belongs to %s', (path, segment, isPage) => {
  const found = locatePage(path)
  expect([found?.segment, found?.isPage]).toEqual([segment, isPage])
})

const namesFor = (environment: 'sandbox' | 'production', role: (typeof roles)[number]) =>
  navigationFor(environment, [role]).map(({ title, links }) => [title, links.map(({ name }) => name)])

test('each role has links only to what it may do, the same in both environments', () => {
  const [first, ...lists] = ['Overview', 'Movements', 'Transfers', 'Look-up', 'Issuer quotes', 'Exports']
  const read = [undefined, [first, ...lists]]
  const move = [undefined, [first, 'Move money', ...lists]]
  const control = ['Control', ['Approvals', 'Activity', 'Settings']]
  const records = ['Orders', 'Fiat accounts', 'Rules']
  // Settings has everyone's own sessions.
  expect(namesFor('sandbox', 'support')).toEqual([read, ['Control', ['Settings']]])
  expect(namesFor('sandbox', 'auditor')).toEqual(namesFor('sandbox', 'approver'))
  expect(namesFor('sandbox', 'approver')).toEqual([read, ['Manage', records], control])
  for (const role of ['treasury', 'admin'] as const) {
    expect(namesFor('sandbox', role)).toEqual([move, ['Manage', records], control])
    expect(namesFor('production', role)).toEqual([move, ['Manage', records], control])
  }
})

test('the navigation has at most thirteen entries, and a phone has room for its tabs next to More', () => {
  for (const environment of environments) {
    const links = navigationFor(environment, roles).flatMap((group) => group.links)
    expect(links.length).toBeLessThanOrEqual(13)
    expect(links.filter(({ isTab }) => isTab).length).toBeLessThanOrEqual(4)
  }
})

test('no two pages, forms or actions share keys, and none starts a sequence', () => {
  const sequences = keySequencesFor('sandbox', roles).map((sequence) => [sequence.keys, sequence.does])
  const keys = sequences.map(([each]) => each)
  expect(new Set(keys).size).toBe(keys.length)
  expect(Object.fromEntries(sequences)).toMatchObject({
    'g r': 'Orders',
    'n o': 'New order',
    'n f': 'New fiat account',
    'n r': 'New rule',
    'n d': 'New test wire',
    'n m': 'Move money',
  })
  expect(keySequencesFor('production', ['support']).map((sequence) => sequence.keys)).toEqual([
    'g o',
    'g m',
    'g t',
    'g l',
    'g q',
    'g e',
    'g s',
  ])
  const actions = [...pageKeys, ...stepKeys, approveKey, searchKey, listKey].map(({ key }) => key)
  expect(new Set(actions).size).toBe(actions.length)
  expect(actions.filter((key) => key === 'g' || key === 'n')).toEqual([])
})
