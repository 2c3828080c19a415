import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, copy, emulateMedia } from '@/components/testing/browser'
import { address, renderInConsole } from '@/components/testing/render'
import { saveTour } from '@/components/tours/tour-state'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { noteSignIn } from '@/lib/browser/session'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { Shell } from './shell'

type Options = {
  url?: string
  role?: Role
  environments?: readonly Environment[]
  width?: number
  content?: ReactNode
  preferences?: { times?: 'local'; keys?: 'off' }
  mayRehearse?: boolean
  /** Of a demo, which has tours. */
  visitor?: string
}

const rehearsing = {
  clock: { now: '2026-11-23T11:12:08.000Z', speed: 1 },
  transfers: [],
  fiat_accounts: [],
  orders: [],
  rules: [],
}

const time = '2026-03-01T09:15:30.000Z'

/** Renders the shell around a heading and a time. */
function renderShell({
  url = '/sandbox/transfers',
  role = 'support',
  environments = ['sandbox'],
  width,
  content,
  preferences,
  mayRehearse,
  visitor,
}: Options = {}) {
  return renderInConsole(
    <Shell
      environment={url.startsWith('/production') ? 'production' : 'sandbox'}
      environments={environments}
      name="Ines Okafor"
      person={visitor ?? 'ines'}
      isDemo={visitor !== undefined}
      roles={[role]}
      mayRehearse={mayRehearse}
    >
      <h1 tabIndex={-1}>Transfers</h1>
      <Time value={time} withZone />
      {content}
    </Shell>,
    {
      url,
      session: { roles: [role] },
      isInMain: false,
      preferences,
      width,
      answers: { 'GET /intents': { intents: [], next_page_cursor: '' }, 'GET /rehearsal': rehearsing },
    },
  )
}

const cells = (
  <table aria-label="Cells">
    <tbody>
      <tr>
        <td>=1+1</td>
        <td>@SUM(A1)</td>
      </tr>
    </tbody>
  </table>
)

test('cells that are copied as soon as the page is drawn cannot run as formulas', async () => {
  await renderShell({ content: cells })
  window.getSelection()?.selectAllChildren(page.getByRole('table').element())
  expect((await copy()).text).toBe("'=1+1\t'@SUM(A1)")
})

const shortcuts = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const choose = (group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true }).click()

afterEach(() => vi.useRealTimers())

test('a page that arrives takes no focus from the card of a tour, where the next key may be meant for it', async () => {
  const visitor = 'demo:treasury'
  await renderShell({ url: '/sandbox/issuer-quotes', role: 'treasury', visitor })
  saveTour(visitor, { key: 'lost', step: 1, place: '/sandbox/orders/new', skipped: [] })
  const back = page.getByRole('region', { name: 'Tour, step 2 of 6' }).getByRole('button', { name: 'Back' })
  await expect.element(back).toBeVisible()
  back.element().focus()
  window.history.pushState(null, '', '/sandbox/orders/new')
  const orders = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Orders' })
  await expect.element(orders).toHaveAttribute('aria-current')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Tour, step 1 of 6' })).toBeVisible()
})

test('the first Tab stop skips to the content', async () => {
  await renderShell()
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect(address()).toBe('/sandbox/transfers')
})

test('navigation focuses the heading and marks the current page, or the page that it belongs to', async () => {
  await renderShell()
  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  await main.getByRole('link', { name: 'Issuer quotes' }).click()
  await expect.poll(address).toBe('/sandbox/issuer-quotes')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(main.getByRole('link', { name: 'Issuer quotes' })).toHaveAttribute('aria-current', 'page')
  window.history.pushState(null, '', '/sandbox/transfers/4d1c1f0a-0000-4000-8000-000000000000')
  await expect.element(main.getByRole('link', { name: 'Transfers' })).toHaveAttribute('aria-current', 'true')
  expect(document.querySelectorAll('nav[aria-label="Main"] [aria-current]')).toHaveLength(1)
})

test('the other environment is offered only if it is configured', async () => {
  const { screen } = await renderShell()
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Switch to/ })).not.toBeInTheDocument()
  await screen.unmount()
  await renderShell({ url: '/production/transfers/4d1c1f0a', environments: ['sandbox', 'production'] })
  await expect
    .element(page.getByRole('link', { name: 'Switch to sandbox' }))
    .toHaveAttribute('href', '/sandbox/transfers')
})

test('times are in UTC, in the zone of the browser, or ages, and the choice is kept in a cookie', async () => {
  await renderShell()
  const shown = page.getByRole('main').getByRole('time')
  await expect.element(page.getByRole('main')).toHaveTextContent(/09:15:30 UTC/)
  await choose('Times in', 'Local')
  await expect.element(page.getByRole('main')).toHaveTextContent(/10:15:30 Europe\/Zurich/)
  expect(document.cookie).toContain('mintdesk-times=local')
  await choose('Times in', 'UTC')
  await expect.element(shown).toHaveTextContent(/09:15:30/)
  expect(document.cookie).not.toContain('mintdesk-times')
})

test('an age grows while it is on screen', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.setSystemTime(Date.parse(time) + 5_000)
  await renderShell()
  await choose('Times in', 'Relative')
  await expect.element(page.getByRole('main')).toHaveTextContent(/5 s ago/)
  vi.advanceTimersByTime(300_000)
  await expect.element(page.getByRole('main')).toHaveTextContent(/5 min ago/)
})

test('the arrow keys move within a switch, which is one Tab stop and keeps its choice', async () => {
  await renderShell()
  const times = page.getByRole('radiogroup', { name: 'Times in' })
  await times.getByRole('radio', { name: 'UTC' }).click()
  await expect.element(times.getByRole('radio', { name: 'UTC' })).toBeChecked()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(times.getByRole('radio', { name: 'Local' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(times.getByRole('radio', { name: 'Local' })).toBeChecked()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Theme: System' })).toHaveFocus()
})

test('the theme is light, dark or the system’s, and the button names it', async () => {
  await renderShell()
  const { dataset } = document.documentElement
  await page.getByRole('button', { name: 'Theme: System' }).click()
  await choose('Theme', 'Dark')
  expect(dataset.theme).toBe('dark')
  expect(document.cookie).toContain('mintdesk-theme=dark')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Theme: Dark' }).click()
  await choose('Theme', 'System')
  expect(dataset.theme).toBeUndefined()
})

test('with reduced motion nothing moves', async () => {
  await renderShell()
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
  const motion = async () => {
    await button.click()
    await expect.element(shortcuts()).toBeVisible()
    const { animationName } = getComputedStyle(shortcuts().element())
    await userEvent.keyboard('{Escape}')
    return [animationName, getComputedStyle(button.element()).transitionProperty]
  }
  await emulateMedia({ reducedMotion: 'no-preference' })
  expect((await motion())[0]).toBe('open')
  await emulateMedia({ reducedMotion: 'reduce' })
  expect(await motion()).toEqual(['none', 'none'])
})

test('g and a letter go to each page', async () => {
  await renderShell()
  for (const [letter, path] of [
    ['q', '/sandbox/issuer-quotes'],
    ['o', '/sandbox'],
    ['t', '/sandbox/transfers'],
  ] as const) {
    await userEvent.keyboard(`g${letter}`)
    await expect.poll(address).toBe(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  }
})

test('n and a letter open a form, and its list is the current link', async () => {
  await renderShell({ role: 'treasury' })
  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  for (const [letter, form, list] of [
    ['o', 'orders/new', 'Orders'],
    ['f', 'fiat-accounts/new', 'Fiat accounts'],
    ['r', 'rules/new', 'Rules'],
  ] as const) {
    await userEvent.keyboard(`n${letter}`)
    await expect.poll(address).toBe(`/sandbox/${form}`)
    await expect.element(main.getByRole('link', { name: list, exact: true })).toHaveAttribute('aria-current', 'true')
  }
  await main.getByRole('link', { name: 'New order' }).click()
  await expect.poll(address).toBe('/sandbox/orders/new')
})

test('between a phone and 1100 px the navigation has icons, whose names are shown on hover and focus until Esc', async () => {
  const intents = [{ id: 'one' }, { id: 'two' }]
  const { screen } = await renderInConsole(
    <Shell environment="production" environments={['production']} name="Ines" person="ines" roles={['treasury']}>
      <h1 tabIndex={-1}>Transfers</h1>
    </Shell>,
    {
      url: '/production/transfers',
      isInMain: false,
      width: 1099,
      answers: { 'GET /intents': { intents, next_page_cursor: '' } },
    },
  )
  const main = page.getByRole('navigation', { name: 'Main', exact: true })
  const links = main.getByRole('link')
  const tip = page.getByText('Orders').last()
  const width = () => main.element().getBoundingClientRect().width
  expect(width()).toBe(56)
  for (const name of ['Overview', 'Issuer quotes', 'Fiat accounts', 'Rules'])
    await expect.element(main.getByRole('link', { name, exact: true })).toBeVisible()
  const orders = main.getByRole('link', { name: 'Orders', exact: true })
  expect(orders.element().querySelector('span')?.getBoundingClientRect().width).toBeLessThanOrEqual(1)
  await orders.hover()
  await expect.poll(() => tip.element().getBoundingClientRect().left).toBeGreaterThan(40)
  await userEvent.hover(tip.element())
  await expect.poll(() => tip.element().getBoundingClientRect().left).toBeGreaterThan(40)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect.poll(() => page.getByText('Orders').all().length).toBe(1)
  orders.element().focus()
  await expect.poll(() => page.getByText('Orders').all().length).toBe(2)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByText('Orders').all().length).toBe(1)
  // The strip and the number of unknown outcomes are still there to see.
  await expect.element(page.getByRole('region', { name: 'Environment' })).toHaveTextContent('PRODUCTION')
  const badge = await main.getByTitle('2 unknown outcomes').findElement()
  expect(badge.getBoundingClientRect().right).toBeLessThanOrEqual(56)
  expect(badge.firstChild?.textContent).toBe('2')
  await checkAccessibility()
  await page.viewport(1100, 900)
  await expect.poll(width).toBe(212)
  await expect.element(main.getByText('Fiat accounts')).toBeVisible()
  expect(links.all().length).toBeGreaterThan(6)
  await screen.unmount()
})

test('a g is forgotten after a moment, and after a key that follows no page', async () => {
  // Before it is loaded, a key acts later than it is pressed.
  await import('./key-handler')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await renderShell()
  await userEvent.keyboard('g')
  vi.advanceTimersByTime(2_000)
  await userEvent.keyboard('q')
  await userEvent.keyboard('gxq')
  expect(address()).toBe('/sandbox/transfers')
  await userEvent.keyboard('go')
  await expect.poll(address).toBe('/sandbox')
})

test('a key of the page presses what declares it, or focuses it if it is a field', async () => {
  const press = vi.fn()
  await renderShell({
    content: (
      <>
        <button type="button" data-key="r" onClick={press}>
          Refresh
        </button>
        <button type="button" data-key="u" aria-disabled="true" onClick={press}>
          Back
        </button>
        <input aria-label="Search" data-key="f" />
      </>
    ),
  })
  await userEvent.keyboard('ur')
  await expect.poll(() => press.mock.calls.length).toBe(1)
  await userEvent.keyboard('f')
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveFocus()
})

test('? lists every shortcut of the role, keys do nothing under it, and Esc returns the focus', async () => {
  await renderShell()
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
  button.element().focus()
  await userEvent.keyboard('?')
  await expect.element(shortcuts()).toBeVisible()
  const lines = [...shortcuts().element().querySelectorAll('dl > div')].map((line) => [
    line.querySelector('dt')?.textContent,
    line.querySelector('dd')?.textContent,
  ])
  expect(lines).toEqual([
    ['Overview', 'go'],
    ['Movements', 'gm'],
    ['Transfers', 'gt'],
    ['Look-up', 'gl'],
    ['Issuer quotes', 'gq'],
    ['Exports', 'ge'],
    ['Settings', 'gs'],
    ['Next row or transfer', 'j↓'],
    ['Previous row or transfer', 'k↑'],
    ['Open the row', 'Enter'],
    ['Preview the row', 'Space'],
    ['Add a filter', 'f'],
    ['Refresh', 'r'],
    ['Copy the ID of the row or page', 'c'],
    ['Select the row', 'x'],
    ['Select up to the row', 'ShiftX'],
    ['Back to the list', 'u'],
    ['Older page of the list', '.'],
    ['Newer page of the list', ','],
    ['Look up an ID, reference or hash', '/'],
    ['Open the command palette', 'CtrlK'],
    ['Send what is reviewed, or add a note', 'CtrlEnter'],
    ['Show keyboard shortcuts', '?'],
    ['Close a dialog, menu or preview', 'Esc'],
  ])
  await userEvent.keyboard('go')
  await userEvent.keyboard('{Escape}')
  await expect.element(shortcuts()).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  expect(address()).toBe('/sandbox/transfers')
})

test('single-key shortcuts are turned off by one switch, which is kept in a cookie', async () => {
  await renderShell()
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
  const single = page.getByRole('checkbox', { name: 'Use single-key shortcuts' })
  await button.click()
  await single.click()
  await userEvent.keyboard('{Escape}')
  expect(document.cookie).toContain('mintdesk-keys=off')
  await userEvent.keyboard('?go')
  expect(address()).toBe('/sandbox/transfers')
  await expect.element(shortcuts()).not.toBeInTheDocument()
  await expect.element(button).not.toHaveAttribute('aria-keyshortcuts')
  await button.click()
  await single.click()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('?')
  await expect.element(shortcuts()).toBeVisible()
})

test('typing, an input method, a modifier and a held key never trigger a shortcut', async () => {
  await renderShell({
    content: (
      <>
        <input aria-label="A field" />
        {/* biome-ignore lint/a11y/useSemanticElements: any editable element counts, not only fields */}
        <div aria-label="A text" role="textbox" tabIndex={0} contentEditable suppressContentEditableWarning />
      </>
    ),
  })
  const keys = '?fgorcujk'
  await page.getByRole('textbox', { name: 'A field' }).click()
  await userEvent.keyboard(keys)
  await expect.element(page.getByRole('textbox', { name: 'A field' })).toHaveValue(keys)
  await page.getByRole('textbox', { name: 'A text' }).click()
  await userEvent.keyboard(keys)
  await expect.element(page.getByRole('textbox', { name: 'A text' })).toHaveTextContent(keys)
  page.getByRole('button', { name: 'Keyboard shortcuts' }).element().focus()
  const send = (init: KeyboardEventInit) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))
  send({ key: '?', isComposing: true })
  send({ key: '?', keyCode: 229 })
  send({ key: '?', repeat: true })
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) send({ key: '?', [modifier]: true })
  send({ key: 'g', repeat: true })
  send({ key: 'o' })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(address()).toBe('/sandbox/transfers')
  // The same event without any of that opens the list.
  send({ key: '?' })
  await expect.element(shortcuts()).toBeVisible()
})

test('on a phone the menu has everything that the bar has no room for', async () => {
  await renderShell({
    url: '/production/transfers',
    role: 'treasury',
    environments: ['sandbox', 'production'],
    width: 390,
  })
  await emulateMedia({ reducedMotion: 'reduce' })
  const tabs = page.getByRole('navigation', { name: 'Main, phone' })
  await tabs.getByRole('link', { name: 'Approvals' }).click()
  await expect.element(tabs.getByRole('link', { name: 'Approvals' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('button', { name: 'More' }).click()
  const menu = page.getByRole('dialog', { name: 'More' })
  await expect.element(menu.getByText('Ines Okafor')).toBeVisible()
  await expect.element(menu.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect.element(menu.getByRole('link', { name: 'Switch to sandbox' })).toBeVisible()
  await checkAccessibility()
  await choose('Times in', 'Local')
  await choose('Theme', 'Dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  await menu.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect.element(shortcuts()).toBeVisible()
  await expect.element(menu).not.toBeInTheDocument()
  await shortcuts().getByRole('button', { name: 'Close' }).click()
  await tabs.getByRole('button', { name: 'More' }).click()
  await expect.element(menu.getByRole('link', { name: 'Issuer quotes' })).toBeVisible()
  await menu.getByRole('link', { name: 'New rule' }).click()
  await expect.poll(address).toBe('/production/rules/new')
  await expect.element(menu).not.toBeInTheDocument()
})

test('axe finds nothing in the shell and its dialogs, in either theme', async () => {
  await renderShell({ role: 'treasury' })
  await emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await checkAccessibility()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect.element(shortcuts()).toBeVisible()
    await checkAccessibility()
    await userEvent.keyboard('{Escape}')
    await expect.element(shortcuts()).not.toBeInTheDocument()
  }
})

test('forced colours still show the chosen option, the current page, a status and the environment', async () => {
  await emulateMedia({ forcedColors: 'active' })
  const { screen } = await renderShell({
    url: '/production/transfers',
    content: <Status tone="ok" icon={CircleCheck} label="Completed" />,
  })
  const style = (element: Element) => getComputedStyle(element)
  const option = (name: string) => page.getByRole('radiogroup', { name: 'Times in' }).getByRole('radio', { name })
  expect(style(option('UTC').element()).backgroundColor).not.toBe(style(option('Local').element()).backgroundColor)
  const link = (name: string) => page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name })
  expect(style(link('Transfers').element()).outlineStyle).toBe('solid')
  expect(style(link('Overview').element()).outlineStyle).toBe('none')
  const icon = page.getByRole('main').element().querySelector('svg')
  expect(icon && style(icon).stroke).not.toBe(style(document.body).backgroundColor)
  const banner = page.getByRole('region', { name: 'Environment' })
  const production = style(banner.element()).backgroundColor
  await screen.unmount()
  await renderShell()
  await expect.element(banner).toHaveTextContent(/SANDBOX no real money$/)
  expect(style(banner.element()).backgroundColor).not.toBe(production)
})

test('more contrast brings stronger lines and a wider focus outline', async () => {
  await renderShell()
  const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
  button.element().focus()
  await userEvent.tab({ shift: true })
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  const look = () => [
    getComputedStyle(button.element()).outlineWidth,
    getComputedStyle(document.documentElement).getPropertyValue('--hairline-strong'),
  ]
  const [width, line] = look()
  expect(width).toBe('2px')
  await emulateMedia({ contrast: 'more' })
  expect(look()[0]).toBe('3px')
  expect(look()[1]).not.toBe(line)
})

test('where the address names no environment that is configured, the strip says so and the links lead home', async () => {
  await renderInConsole(
    <Shell environment="sandbox" isNeutral environments={['sandbox']} name="Ines" person="ines" roles={['treasury']}>
      <h1 tabIndex={-1}>Page not found</h1>
    </Shell>,
    {
      url: '/production/transfers',
      isInMain: false,
      answers: { 'GET /intents': { intents: [], next_page_cursor: '' } },
    },
  )
  const strip = page.getByRole('region', { name: 'Environment' })
  await expect.element(strip).toHaveTextContent('No environment')
  expect(strip.element().textContent).not.toContain('real money')
  const transfers = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Transfers' })
  await expect.element(transfers).toHaveAttribute('href', '/sandbox/transfers')
  await expect.element(transfers).not.toHaveAttribute('aria-current')
  await checkAccessibility()
})

test('the first page after a sign-in begins at its heading', async () => {
  const show = () =>
    renderInConsole(
      <Shell environment="sandbox" environments={['sandbox']} name="Ines" person="ines" roles={['treasury']}>
        <h1 tabIndex={-1}>Transfers</h1>
      </Shell>,
      {
        url: '/sandbox/transfers',
        isInMain: false,
        answers: { 'GET /intents': { intents: [], next_page_cursor: '' } },
      },
    )
  noteSignIn()
  const { screen } = await show()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await screen.unmount()
  await show()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).not.toHaveFocus()
})

describe('The rehearsal', () => {
  const sheet = () => page.getByRole('complementary', { name: 'Rehearse' })
  const button = () => page.getByRole('button', { name: 'Rehearse', exact: true })

  test('opens and closes by its key, beside the page, and gives the focus back', async () => {
    await renderShell({ mayRehearse: true })
    await expect.element(button()).toHaveAttribute('aria-expanded', 'false')
    page.getByRole('heading', { name: 'Transfers' }).element().focus()
    await userEvent.keyboard('h')
    await expect.element(sheet().getByRole('heading', { name: 'Rehearse' })).toHaveFocus()
    await expect.element(button()).toHaveAttribute('aria-expanded', 'true')
    const right = page.getByRole('main').element().getBoundingClientRect().right
    expect(sheet().element().getBoundingClientRect().left).toBeGreaterThanOrEqual(right)
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet()).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Transfers' })).toHaveFocus()
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog').getByText('Rehearse')).toBeVisible()
  })

  test('opens from the palette', async () => {
    await renderShell({ mayRehearse: true })
    await expect.element(button()).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('rehearse{Enter}')
    await expect.element(sheet()).toBeVisible()
  })

  test('opens from the menu of a phone, which closes', async () => {
    await renderShell({ mayRehearse: true, width: 390 })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Rehearse' }).click()
    await expect.element(sheet()).toBeVisible()
    await expect.element(page.getByRole('dialog', { name: 'More' })).not.toBeInTheDocument()
  })

  test('is not there for who may not rehearse', async () => {
    await renderShell()
    await userEvent.keyboard('h')
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(document.body.textContent).not.toContain('Rehearse')
  })
})
