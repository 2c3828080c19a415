import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, type Call, problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import TransferSearchDialog from './transfer-search'

const id = '4d1c1f0a-2b3c-4d5e-8f90-aabbccddeeff'

async function search(
  text: string,
  listTransfers: Answers['listTransfers'],
  roles = ['treasury'] as const,
  width = 1440,
) {
  const shown = await renderInConsole(
    <TransferSearchDialog environment="sandbox" roles={roles} onClosed={() => {}} />,
    {
      url: '/sandbox',
      session: { roles },
      answers: { listTransfers },
      width,
    },
  )
  await expect.element(page.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard(`${text}{Enter}`)
  return shown
}

test('one transfer opens its page', async () => {
  await search('inv-2041', transferPage([transfer({ id })]))
  await expect.poll(address).toBe(`/sandbox/transfers/${id}`)
})

test('several transfers open their list, from the field that has them', async () => {
  const two = [transfer({ id }), transfer({ id: '4d1c1f0a-2b3c-4d5e-8f90-aabbccddee00' })]
  const { calls } = await search(id, ({ query }: Call) => transferPage(query.has('group_ids') ? two : []))
  await expect.poll(address).toBe(`/sandbox/transfers?group_ids=${id}`)
  expect(calls).toHaveLength(3)
})

test('nothing found is said, and leads on to the requests made here', async () => {
  await search('nobody-has-this', transferPage([]), ['treasury'], 390)
  await expect.element(page.getByText('No transfer in sandbox has this ID, reference or hash.').first()).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Search the requests made in Mintdesk' }))
    .toHaveAttribute('href', '/sandbox/activity?q=nobody-has-this')
  await checkAccessibility()
})

test('a failure is not reported as nothing found', async () => {
  await search('inv-2041', () => problem(502, 'service-failed', 'The provider answered 500.'))
  await expect
    .element(page.getByText('The look-up failed. The provider answered 500. Try again.').first())
    .toBeVisible()
  expect(address()).toBe('/sandbox')
})
