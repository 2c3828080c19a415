import { expect, test } from 'vitest'
import { consoleOperationNames, consoleRow } from '../features/operations'
import { isWrite, operationNames, rowOf } from './operations'
import { isRight, isRole, type Right, type Role, roleNames, roleRights, roles, rolesWith } from './roles'

const rows = [...operationNames.map(rowOf), ...consoleOperationNames.map(consoleRow)]
const rightsOf = ({ roles: named }: { roles: readonly Role[] }): Right[] => named.filter(isRight)

test('every operation names the rights of which one suffices, and the default roles that have one', () => {
  for (const row of rows) {
    expect(rightsOf(row).length, row.title).toBeGreaterThan(0)
    expect(row.roles, row.title).toEqual(rolesWith(...rightsOf(row)))
  }
})

test('an auditor reads everything that the desk reads, and changes nothing but their own views, exports and sessions', () => {
  const own: readonly Right[] = ['read', 'export']
  for (const row of rows) {
    const reads = row.method === 'GET' || ('isRead' in row && row.isRead)
    if (row.method === 'GET') expect(row.roles, row.title).toContain('auditor')
    if (!reads && row.roles.includes('auditor')) expect(own, row.title).toEqual(expect.arrayContaining(rightsOf(row)))
  }
  for (const name of operationNames) expect(rowOf(name).roles.includes('auditor')).toBe(!isWrite(rowOf(name)))
})

test('whoever only reads reaches what is their own, and nothing that others see or lose', () => {
  const reading: readonly Right[] = ['read', 'look-up', 'export', 'requests', 'audit']
  const reached = consoleOperationNames.filter((name) => {
    const row = consoleRow(name)
    return row.method !== 'GET' && !row.isRead && rightsOf(row).some((right) => reading.includes(right))
  })
  expect(reached.filter((name) => !consoleRow(name).isOwn)).toEqual([])
  expect(reached).toEqual([
    ...['saveView', 'removeView', 'pinView', 'unpinView', 'openView', 'startExport', 'addExportSchedule'],
    ...['removeExportSchedule', 'removeExport', 'cancelExport', 'endSession', 'endOtherSessions'],
  ])
})

test('no right is a role by name, so a claim that has the same name grants nothing', () => {
  for (const right of rolesWith('configure').filter(isRight)) expect(isRole(right)).toBe(false)
  expect(roles.filter(isRight)).toEqual([])
})

test('the desk works as before rights: support reads and notes, treasury writes, approvers decide, admins do all of it', () => {
  expect(roleRights.admin).toEqual(expect.arrayContaining(roles.flatMap((role) => roleRights[role])))
  expect(rolesWith('order').filter(isRole)).toEqual(['treasury', 'admin'])
  expect(rolesWith('requests').filter(isRole)).toEqual(['treasury', 'approver', 'admin', 'auditor'])
  expect(rolesWith('configure').filter(isRole)).toEqual(['admin'])
})

test('a role of a company is shown by its name, without its rights', () => {
  expect(roleNames(['own:payouts', 'read', 'order', 'support'])).toEqual(['payouts', 'support'])
})
