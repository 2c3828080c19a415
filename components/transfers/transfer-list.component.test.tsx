import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Shell } from '@/components/shell/shell'
import { checkAccessibility, emulateMedia, setOnline } from '@/components/testing/browser'
import { problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { TransferList } from './transfer-list'

test('the list shows one row for each transfer and asks for what the address says', async () => {
  const { calls } = await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers?statuses=PENDING&x.columns=amount',
    answers: {
      listTransfers: transferPage([
        transfer({ status: 'PENDING' }),
        transfer({ id: '0192e4a0-0000-7000-8000-000000000002', status: 'PENDING', amount: '0.10' }),
      ]),
    },
  })
  await expect.element(page.getByRole('table')).toBeVisible()
  await expect.poll(() => page.getByRole('row').all().length).toBe(3)
  expect(calls.filter(({ operation }) => operation === 'listTransfers').map(({ query }) => query.toString())).toEqual([
    'statuses=PENDING',
  ])
})

test('a list that the provider fails to answer is not shown as an empty list', async () => {
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: { listTransfers: () => problem(400, 'service-refused', 'The provider refused the list.') },
  })
  await expect.element(page.getByText('The provider refused the list.')).toBeVisible()
})

test('the first card on a phone is within 150 px of the top, and nothing moves when it comes', async () => {
  const shifts: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await renderInConsole(
    <Shell environment="sandbox" environments={['sandbox']} name="Ines Okafor" person="ines" roles={['support']}>
      <TransferList environment="sandbox" />
    </Shell>,
    {
      url: '/sandbox/transfers',
      width: 390,
      isInMain: false,
      session: { roles: ['support'] },
      answers: { listTransfers: () => asked.then(() => transferPage([transfer()])) },
    },
  )
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  observer.observe({ type: 'layout-shift' })
  answer()
  const card = page.getByRole('row').last()
  await expect.element(card).toBeVisible()
  expect(card.element().getBoundingClientRect().top).toBeLessThanOrEqual(150)
  expect(document.documentElement.scrollWidth).toBe(390)
  await new Promise(requestAnimationFrame)
  expect(shifts).toEqual([])
  observer.disconnect()
})

test('the list of a phone in the dark has no errors that axe can find', async () => {
  await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    width: 390,
    answers: { listTransfers: transferPage([transfer()]) },
  })
  await expect.element(page.getByRole('table')).toBeVisible()
  await checkAccessibility()
})

test('without a connection the list says how old it is', async () => {
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: { listTransfers: transferPage([transfer()]) },
  })
  await expect.element(page.getByRole('table')).toBeVisible()
  setOnline(false)
  await expect.element(page.getByText(/offline/i).first()).toBeVisible()
})

test('each status has its own tone, and a pending transfer never that of a completed one', async () => {
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: {
      listTransfers: transferPage([transfer({ status: 'PENDING' }), transfer({ status: 'COMPLETED' })]),
    },
  })
  const toneOf = (word: string) => page.getByText(word, { exact: true }).element().closest('[class*=--tone]')?.className
  await expect.element(page.getByText('Pending', { exact: true })).toBeVisible()
  expect(toneOf('Completed')).toContain('--tone:var(--ok)')
  expect(toneOf('Pending')).not.toContain('--tone:var(--ok)')
})
