import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, setOnline } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import { lazyPart } from './lazy-part'

// React reports what a boundary catches; the tests expect it.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

type MenuProps = { onClose?: () => void; fails?: boolean }

function Menu({ onClose, fails }: MenuProps) {
  if (fails) throw new RangeError('Incorrect locale information provided')
  return (
    <div role="dialog" aria-label="Menu">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  )
}

/** A part whose code arrives only while `network.isUp`. */
function lostPart(isOverlay: boolean) {
  const network = { isUp: false, imports: 0 }
  const load = async () => {
    network.imports += 1
    if (!network.isUp) throw new Error('Failed to load chunk')
    return { default: Menu }
  }
  return { network, Part: lazyPart<MenuProps>('The menu', load, { isOverlay }) }
}

/** A page with a field, and the button that opens the part. */
function Page({ Part, ...props }: MenuProps & { Part: ReturnType<typeof lostPart>['Part'] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <h1 tabIndex={-1}>Transfers</h1>
      <input aria-label="Reference" defaultValue="typed" />
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Open
      </button>
      {isOpen && <Part {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const note = () => page.getByRole('alert')
const menu = () => page.getByRole('dialog', { name: 'Menu' })
const open = () => page.getByRole('button', { name: 'Open' })

test('a menu whose code is lost leaves the page and the focus, and opens once its code can be fetched', async () => {
  const { network, Part } = lostPart(true)
  await renderInConsole(<Page Part={Part} />)
  await page.getByLabelText('Reference').fill('still here')
  await open().click()
  await expect.element(note()).toHaveTextContent('The menu could not be loaded. The rest of the page still works.')
  await expect.element(open()).toHaveFocus()
  await expect.element(page.getByLabelText('Reference')).toHaveValue('still here')
  await checkAccessibility()
  expect(page.getByRole('button', { name: 'Reload the page' }).all()).toEqual([])

  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  await expect.element(again).toHaveFocus()
  network.isUp = true
  await again.click()
  await expect.element(menu()).toBeVisible()
  expect(note().all()).toEqual([])
  expect(network.imports).toBe(3)
})

test('a menu whose note was dismissed is fetched anew when it opens again', async () => {
  const { network, Part } = lostPart(true)
  await renderInConsole(<Page Part={Part} />)
  await open().click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(note()).not.toBeInTheDocument()
  network.isUp = true
  await open().click()
  await expect.element(menu()).toBeVisible()
})

test('a lost part of the page comes back with the connection, a lost menu does not open by itself', async () => {
  const inline = lostPart(false)
  const overlay = lostPart(true)
  await renderInConsole(
    <>
      <Page Part={inline.Part} />
      <Page Part={overlay.Part} />
    </>,
  )
  await open().first().click()
  await open().last().click()
  await expect.poll(() => note().all().length).toBe(2)
  inline.network.isUp = true
  overlay.network.isUp = true
  setOnline(true)
  await expect.element(menu()).toBeVisible()
  expect(menu().all()).toHaveLength(1)
  expect(overlay.network.imports).toBe(1)
  await expect.element(open().last()).toHaveFocus()
})

test('a part that throws is replaced by a note, and the rest of the page stays', async () => {
  const { network, Part } = lostPart(false)
  network.isUp = true
  const { screen } = await renderInConsole(<Page Part={Part} fails />)
  await open().click()
  await expect.element(note()).toHaveTextContent('The menu could not be shown. The error is in Mintdesk.')
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  await expect.element(page.getByLabelText('Reference')).toHaveValue('typed')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveFocus()
  await screen.unmount()
})

test('a part that is still loading after five seconds says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let arrive = (_: { default: typeof Menu }) => {}
  const Part = lazyPart<MenuProps>('The menu', () => new Promise((resolve) => (arrive = resolve)), { isOverlay: true })
  await renderInConsole(<Page Part={Part} />)
  await open().click()
  const late = page.getByText('The menu is still loading.')
  vi.advanceTimersByTime(4_900)
  expect(late.all()).toEqual([])
  vi.advanceTimersByTime(200)
  vi.useRealTimers()
  await expect.element(late).toBeVisible()
  arrive({ default: Menu })
  await expect.element(menu()).toBeVisible()
  await expect.element(late).not.toBeInTheDocument()
})

test('a part whose code was loaded before opens with the press', async () => {
  const { network, Part } = lostPart(true)
  network.isUp = true
  Part.preload()
  await expect.poll(() => network.imports).toBe(1)
  await renderInConsole(<Page Part={Part} />)
  open()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await new Promise(requestAnimationFrame)
  expect(menu().query()).not.toBeNull()
  expect(network.imports).toBe(1)
})
