import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import { Tabs } from './tabs'

const tabs = [
  { name: 'legs', label: 'Legs', count: 2 },
  { name: 'fields', label: 'All fields' },
  { name: 'json', label: 'JSON' },
] as const

function Page() {
  const [chosen, choose] = useState<(typeof tabs)[number]['name']>('legs')
  return (
    <Tabs label="Details" tabs={tabs} chosen={chosen} onChoose={choose}>
      <p>Shows {chosen}</p>
      <button type="button">After</button>
    </Tabs>
  )
}

const tab = (name: RegExp) => page.getByRole('tab', { name })

test('tabs open as the arrow keys reach them, and are one Tab stop', async () => {
  await renderInConsole(<Page />)
  await tab(/Legs/).click()
  for (const [key, name, shown] of [
    ['ArrowRight', /All fields/, 'fields'],
    ['ArrowRight', /JSON/, 'json'],
    ['ArrowRight', /Legs/, 'legs'],
    ['ArrowLeft', /JSON/, 'json'],
    ['Home', /Legs/, 'legs'],
    ['End', /JSON/, 'json'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(tab(name)).toHaveFocus()
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('tabpanel', { name })).toHaveTextContent(`Shows ${shown}`)
  }
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
  await checkAccessibility()
})

test('the open tab is in sight where the row of tabs is wider than the screen', async () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ name: `${at}`, label: `A tab with a long name ${at}` }))
  await renderInConsole(
    <Tabs label="Details" tabs={many} chosen="8" onChoose={() => {}}>
      <p>Last</p>
    </Tabs>,
    { width: 390 },
  )
  const { right } = tab(/8/).element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(390)
})
