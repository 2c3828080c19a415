import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, refusedInput } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import type { ShownVariable, TeamVersion } from '@/lib/features/team/interface'
import { starterViews } from '@/lib/features/views/interface'
import { TeamPage } from './team-page'

const version = (number: number, settings: TeamVersion['settings']): TeamVersion => ({
  version: number,
  at: '2026-11-19T13:23:05.000Z',
  person: 'Ann Lee',
  settings,
})
const variables: ShownVariable[] = [
  { name: 'LOG_LEVEL', source: 'set', value: 'warn' },
  { name: 'SEAL_KEYS', source: 'file' },
]
const keptDays = { request_days: 2_557, transfer_days: 400 }
const show = (versions: TeamVersion[], answers: Answers = {}, width = 1440) =>
  renderInConsole(
    <TeamPage environment="sandbox" person="admin" versions={versions} variables={variables} keptDays={keptDays} />,
    { url: '/sandbox/settings/desk', session: { roles: ['admin'] }, answers, width },
  )

afterEach(() => sessionStorage.clear())

const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const save = () => page.getByRole('button', { name: 'Save' }).click()

test('what is filled in is saved as the next version, what is empty is left out', async () => {
  const saved = { name: 'Halden Treasury', mark: 195, overdue_hours: 4 }
  const { calls } = await show([version(1, { name: 'Halden', zone: 'Europe/Zurich' })], {
    'PUT /desk/{id}': { versions: [version(2, saved), version(1, { name: 'Halden', zone: 'Europe/Zurich' })] },
  })
  await expect.element(page.getByText(/Version 1, saved by Ann Lee/)).toBeVisible()
  await field('Name of the desk').fill('Halden Treasury')
  await page.getByRole('combobox', { name: /Colour mark/ }).selectOptions('Teal')
  await field('Time zone').fill('UTC')
  await field(/overdue after at most/).fill('4')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/Version 2, saved by Ann Lee/)).toBeVisible()
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([saved])
  await page.getByText('Earlier changes').click()
  await expect.element(page.getByText('Halden → Halden Treasury')).toBeVisible()
  await checkAccessibility()
})

test('an unknown placeholder is refused at its field with the known ones, and nothing typed is lost', async () => {
  const { calls, reload } = await show([])
  await field('English').fill('Dear customer, {mesage}')
  await save()
  const error = page.getByText('{mesage} is no placeholder. Use one of {message}, {transaction}, {as_of}, {desk}.')
  await expect.element(error).toBeVisible()
  await expect.element(field('English')).toHaveFocus()
  expect(calls).toEqual([])
  await reload()
  await expect.element(field('English')).toHaveValue('Dear customer, {mesage}')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(field('English')).toHaveValue('Hello,\n\n{message}\n\n{transaction}\n\n{as_of}')
  await field('English').fill('{message}')
  await page.getByRole('button', { name: 'Back to the example' }).click()
  await expect.element(field('English')).toHaveValue('Hello,\n\n{message}\n\n{transaction}\n\n{as_of}')
})

test('defaults are values: what equals one is not saved, and how long records are kept is said in years', async () => {
  const { calls } = await show([version(1, { plan_hours: 8, request_days: 3_653, transfer_days: 100 })], {
    'PUT /desk/{id}': ({ body }) => ({ versions: [version(2, body as TeamVersion['settings'])] }),
  })
  await expect.element(field('Time zone')).toHaveValue('UTC')
  await expect.element(field('A planned wire is late after')).toHaveValue('1')
  const kept = (name: RegExp) => page.getByRole('combobox', { name })
  await expect.element(kept(/settled requests/)).toHaveTextContent('7 years (default)5 years6 years8 years')
  await expect.element(kept(/settled requests/)).toHaveDisplayValue('10 years')
  await expect.element(kept(/transfers/)).toHaveDisplayValue('100 days')
  await kept(/transfers/).selectOptions('400 days (default)')
  await kept(/settled requests/).selectOptions('5 years')
  await field('Other planned money is late after').fill('24')
  await field('Time zone').fill('')
  await save()
  await expect.element(page.getByText(/Version 2, saved by Ann Lee/)).toBeVisible()
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ request_days: 1_826 }])
})

test('the reply is shown as a customer would read it, while it is typed', async () => {
  await show([])
  const preview = (language: string) => page.getByRole('region', { name: `Preview of the reply in ${language}` })
  await expect
    .element(preview('English'))
    .toHaveTextContent(/Hello, Your withdrawal of 1,250\.00 USDC on Ethereum is complete\./)
  await expect.element(preview('German')).toHaveTextContent('No reply in German is offered.')
  await field('Name of the desk').fill('Halden')
  await field('English').fill('{message} Yours, {desk}')
  await expect.element(preview('English')).toHaveTextContent(/Yours, Halden$/)
  await field('English').fill('{mesage}')
  await expect.element(preview('English')).toHaveTextContent('It appears once the placeholders are right.')
  await page.getByRole('button', { name: 'Begin with the example' }).click()
  await expect.element(preview('German')).toHaveTextContent(/Ihre Auszahlung über 1,250\.00 USDC ist abgeschlossen/)
  await checkAccessibility()
})

test('what the server refuses has its message at the field', async () => {
  await show([], { 'PUT /desk/{id}': refusedInput('Not valid.', [{ field: 'zone', message: 'Unknown there.' }]) })
  await field('Time zone').fill('Europe/Zurich')
  await save()
  await expect.element(page.getByText('Unknown there.')).toBeVisible()
  await expect.element(field('Time zone')).toHaveValue('Europe/Zurich')
})

test('starter views are removed, and added as copies of saved ones, by keyboard', async () => {
  const shared = {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Payroll',
    list: 'transfers',
    search: 'type=WIRE_WITHDRAWAL',
    is_shared: true,
    owner: { name: 'Lena Brandt', is_me: false },
    may_change: true,
    changed_at: '2026-11-19T12:00:00.000Z',
  }
  const { calls } = await show([], {
    'GET /views': { views: [shared], pins: [] },
    'PUT /desk/{id}': ({ body }) => ({ versions: [version(1, body as TeamVersion['settings'])] }),
  })
  const list = page.getByRole('list', { name: 'Starter views' })
  for (const { name } of starterViews.slice(1)) await page.getByRole('button', { name: `Remove ${name}` }).click()
  const last = page.getByRole('button', { name: 'Remove Travel rule needed' })
  await expect.element(last).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('None: everyone begins with their own views.')).toBeVisible()
  const select = page.getByRole('combobox', { name: 'Another view' })
  await expect.element(select).toHaveFocus()
  await select.selectOptions('Payroll (Transfers)')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.element(list.getByRole('link', { name: 'Payroll' })).toBeVisible()
  await checkAccessibility()
  await save()
  await expect.element(page.getByText(/Version 1, saved by Ann Lee/)).toBeVisible()
  const { name, list: listed, search } = shared
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { starter_views: [{ id: expect.stringMatching(/^(?!0{8})[0-9a-f-]{36}$/), name, list: listed, search }] },
  ])
  await page.getByText('Earlier changes').click()
  await expect.element(page.getByText('default → Payroll')).toBeVisible()
  await page.getByRole('button', { name: 'Use the built-in ones' }).click()
  await expect.element(list.getByRole('listitem')).toHaveLength(starterViews.length)
})

test('variables show their source, and a value only where there is one', async () => {
  await show([])
  await page.getByText('Variables that an operator sets').click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'LOG_LEVEL' })).toHaveTextContent('set: warn')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'SEAL_KEYS' })).toHaveTextContent('from a file')
})

test.each([1280, 390])('at %i px nothing is wider than the window', async (width) => {
  await show([version(1, { reply_en: `{message}${'x'.repeat(200)}` })], {}, width)
  await page.getByText('Earlier changes').click()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
})
