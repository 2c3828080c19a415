import { expect, test } from 'vitest'
import { consoleOperationNames, consoleRow } from '@/lib/features/operations'
import type { PersonAccess } from '@/lib/features/people/interface'
import { operationNames, rowOf } from '@/lib/provider/operations'
import { rights, roleRights } from '@/lib/provider/roles'
import { accessCells, limitsText, mayText, rightsOf } from './access-texts'

const ines: PersonAccess = {
  subject: 'oidc:ines',
  name: 'Ines Okafor',
  sessions: 1,
  since: '2026-10-01T08:00:00.000Z',
  seen_at: '2026-11-19T11:12:00.000Z',
  roles: [
    { name: 'support', from: 'claim', rights: roleRights.support },
    { name: 'treasury', from: 'claim', rights: roleRights.treasury },
  ],
}

test('every operation is opened by some right', () => {
  const rows = [...operationNames.map(rowOf), ...consoleOperationNames.map(consoleRow)]
  expect(rows.filter(({ roles }) => !rights.some((right) => roles.includes(right)))).toEqual([])
})

test('a person has the rights of all their roles, each once', () => {
  expect(rightsOf(ines)).toEqual(roleRights.treasury)
  expect(mayText(rightsOf(ines))).toBe(
    'Read, look up, export, write notes, see requests, place orders, change fiat accounts, create rules',
  )
  expect(mayText(rights)).toBe('Everything')
})

test('limits are said with every digit', () => {
  expect(limitsText({ amounts: { USD: '50000.00', USDC: '1000000.5' }, profiles: ['p-1'] })).toBe(
    'at most 50,000.00 USD and 1,000,000.5 USDC in one request, only for the profile p-1',
  )
  expect(limitsText()).toBe('')
})

test('the table has a line for each right of each role, and one for a person without access', () => {
  const [heads, ...lines] = accessCells([ines, { ...ines, subject: 'oidc:sanna', roles: [] }])
  expect(lines).toHaveLength(roleRights.support.length + roleRights.treasury.length + 1)
  expect(lines.every((line) => line.length === heads?.length)).toBe(true)
  expect(lines.find((line) => line[2] === 'treasury' && line[6] === 'order')?.slice(0, 6)).toEqual([
    ...['Ines Okafor', 'oidc:ines', 'treasury', 'company sign-in'],
    ...['2026-10-01T08:00:00.000Z', '2026-11-19T11:12:00.000Z'],
  ])
  expect(lines.at(-1)).toEqual(['Ines Okafor', 'oidc:sanna', '', '', ines.since, ines.seen_at, '', '', ''])
})
