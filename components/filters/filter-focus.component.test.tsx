/** WCAG 2.4.11: the foot of a filter's form does not cover the control that has the focus. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { TransferList } from '@/components/transfers/transfer-list'

/** The focused control, if something else is on top of its middle. */
function coveredFocus(): string[] {
  const element = document.activeElement ?? document.body
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  const label = element.closest('label')
  return hit && (element.contains(hit) || label?.contains(hit)) ? [] : [label?.textContent ?? element.outerHTML]
}

test.each([
  ['a low window', 1280, 400],
  ['a zoom of 400 %', 320, 256],
] as const)('with %s every stop in a filter by type is seen, also after the last', async (_, width, height) => {
  await renderInConsole(<TransferList environment="sandbox" />, {
    url: '/sandbox/transfers',
    answers: { listTransfers: transferPage([transfer()]), 'GET /presets': { entries: [] } },
  })
  await page.viewport(width, height)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('button', { name: 'Type', exact: true }).click()
  const stops = menu.element().querySelectorAll('button, input').length
  for (let stop = 0; stop <= stops; stop++) {
    await userEvent.tab()
    await expect.poll(coveredFocus).toEqual([])
  }
})
