import { Lock } from 'lucide-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emulateMedia } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { FailedPage } from './failed-page'
import { EnvironmentBanner, PlainPage } from './plain-page'

test('a page that failed takes the focus, is announced, and keeps the environment', async () => {
  await renderInConsole(<FailedPage error={new Error('broken')} reset={() => {}} />, {
    url: '/production/transfers',
    isInMain: false,
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'This page could not be shown' })).toHaveFocus()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Nothing was sent or changed.')
  await expect.element(page.getByRole('region', { name: 'Environment' })).toHaveTextContent('PRODUCTION')
  expect(document.title).toBe('[PRODUCTION] This page could not be shown - Mintdesk')
})

test('a page that is not found takes the focus', async () => {
  await renderInConsole(<PlainPage title="Page not found">Go back.</PlainPage>, { isInMain: false })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

/** WCAG 1.4.12. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

test.each([320, 1280])('wide text spacing leaves the environment whole in its strip at %d px', async (width) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(spacing)
  document.adoptedStyleSheets = [sheet]
  for (const environment of ['sandbox', 'production'] as const) {
    const { screen } = await renderInConsole(<EnvironmentBanner environment={environment} />, {
      isInMain: false,
      width,
    })
    const strip = await page.getByRole('region', { name: 'Environment' }).findElement()
    const range = document.createRange()
    range.selectNodeContents(strip)
    const [text, box] = [range.getBoundingClientRect(), strip.getBoundingClientRect()]
    expect(text.top).toBeGreaterThanOrEqual(box.top)
    expect(text.bottom).toBeLessThanOrEqual(box.bottom)
    expect(text.left).toBeGreaterThanOrEqual(box.left)
    expect(text.right).toBeLessThanOrEqual(box.right)
    // What sticks below the strip counts on its height.
    expect(box.height).toBe(24)
    await screen.unmount()
  }
  document.adoptedStyleSheets = []
})

test('forced colours show what is disabled in the colour for it, with its label', async () => {
  await renderInConsole(
    <>
      <i style={{ color: 'GrayText' }}>Grey</i>
      <Button disabled>Outline</Button>
      <Button kind="primary" disabled>
        <b className="text-ink-2">Primary</b>
      </Button>
      <Button kind="off" aria-disabled>
        <Lock /> Off
      </Button>
      <label htmlFor="column">
        <Checkbox id="column" aria-disabled defaultChecked /> Created
      </label>
    </>,
  )
  await emulateMedia({ forcedColors: 'active' })
  const colourOf = (element: Element | null) => element && getComputedStyle(element).color
  const grey = colourOf(document.querySelector('i'))
  const parts = [...document.querySelectorAll('main :is(button, label, button *, label > *):not(input, path, rect)')]
  expect(parts.filter((part) => colourOf(part) !== grey).map(({ outerHTML }) => outerHTML.slice(0, 90))).toEqual([])
  for (const control of document.querySelectorAll('main :is(button, input)'))
    expect(getComputedStyle(control).borderTopColor).toBe(grey)
  for (const chosen of document.querySelectorAll('main :checked'))
    expect(getComputedStyle(chosen).backgroundColor).toBe(grey)
})
