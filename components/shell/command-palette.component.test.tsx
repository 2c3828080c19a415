import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { address, renderInConsole } from '@/components/testing/render'
import { useShortcut } from '@/components/ui/preferences'
import { saveDraftText } from '@/lib/browser/draft-storage'
import { recentLookups, rememberLookup } from '@/lib/features/lookup/browser/recent-lookups'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { Shell } from './shell'

const signOut = vi.hoisted(() => vi.fn())
vi.mock('next-auth/react', () => ({ signOut }))

type Options = {
  url?: string
  role?: Role
  environments?: readonly Environment[]
  width?: number
  content?: ReactNode
  preferences?: { keys?: 'off' }
}

const renderShell = ({ url = '/sandbox/transfers', role = 'support', content, ...options }: Options = {}) =>
  renderInConsole(
    <Shell
      environment={url.startsWith('/production') ? 'production' : 'sandbox'}
      environments={options.environments ?? ['sandbox']}
      name="Ines Okafor"
      person="ines"
      roles={[role]}
    >
      <h1 tabIndex={-1}>Transfers</h1>
      {content}
    </Shell>,
    {
      url,
      session: { roles: [role] },
      isInMain: false,
      width: options.width,
      preferences: options.preferences,
      answers: { 'GET /intents': { intents: [], next_page_cursor: '' } },
    },
  )

const palette = () => page.getByRole('dialog', { name: 'Command palette' })
const field = () => palette().getByRole('combobox', { name: 'Command or identifier' })
const option = (name: string) => palette().getByRole('option', { name })
const openPalette = async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field()).toHaveFocus()
}
const commandsOf = (title: string) =>
  [...palette().getByRole('group', { name: title }).element().querySelectorAll('[role="option"]')].map((one) => {
    const keys = [...one.querySelectorAll('kbd')].map(({ textContent }) => textContent)
    return [one.querySelector('span')?.textContent, keys.join(' ')]
  })

test('Ctrl-K opens the palette, also from a text field, and Esc or Ctrl-K returns the focus', async () => {
  await renderShell({ content: <input aria-label="A field" />, preferences: { keys: 'off' } })
  const aField = page.getByRole('textbox', { name: 'A field' })
  await aField.click()
  await openPalette()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette()).not.toBeInTheDocument()
  await expect.element(aField).toHaveFocus()
  await openPalette()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette()).not.toBeInTheDocument()
  await expect.element(aField).toHaveFocus()
})

test('while a dialog is open or an input method composes, Ctrl-K opens nothing', async () => {
  await renderShell()
  const send = (init: KeyboardEventInit) =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true, ...init }),
    )
  send({ isComposing: true })
  send({ shiftKey: true })
  send({ altKey: true })
  send({ ctrlKey: false, metaKey: true })
  await userEvent.keyboard('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(shortcuts).toBeVisible()
  expect(send({})).toBe(true)
  await expect.element(palette()).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(shortcuts).not.toBeInTheDocument()
  // The same event without a dialog opens it, and the browser's own Ctrl-K does not run.
  expect(send({})).toBe(false)
  await expect.element(palette()).toBeVisible()
})

test('it has the pages and forms of the role and environment, each with its keys', async () => {
  const { screen } = await renderShell({ role: 'treasury', environments: ['sandbox', 'production'] })
  await openPalette()
  expect(commandsOf('Create')).toEqual([
    ['Move money', 'n m'],
    ['New test wire', 'n d'],
    ['New order', 'n o'],
    ['New fiat account', 'n f'],
    ['New rule', 'n r'],
  ])
  expect(commandsOf('Go to')).toContainEqual(['Transfers', 'g t'])
  expect(commandsOf('Go to')).toContainEqual(['Activity', 'g a'])
  await expect.element(option('Switch to production')).toBeVisible()
  await screen.unmount()

  const production = await renderShell({ role: 'treasury', url: '/production/transfers', environments: ['production'] })
  await openPalette()
  expect(commandsOf('Create').map(([name]) => name)).toEqual([
    'Move money',
    'New order',
    'New fiat account',
    'New rule',
  ])
  await expect.element(option('Switch to')).not.toBeInTheDocument()
  await production.screen.unmount()

  await renderShell({ role: 'support' })
  await openPalette()
  await expect.element(palette().getByRole('group', { name: 'Create' })).not.toBeInTheDocument()
  await expect.element(option('Orders')).not.toBeInTheDocument()
})

test('what is typed narrows the commands, the arrow keys move, and Enter opens the page', async () => {
  await renderShell({ role: 'treasury' })
  await openPalette()
  await userEvent.keyboard('acc')
  await expect.element(option('New fiat account')).toHaveAttribute('aria-selected', 'true')
  await expect.element(palette().getByRole('status')).toHaveTextContent('3 commands')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option('Fiat accounts')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/sandbox/fiat-accounts')
  await expect.element(palette()).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

function PageControls({ onRefresh }: { onRefresh: () => void }) {
  return (
    <>
      <button type="button" {...useShortcut('r')} onClick={onRefresh}>
        Refresh
      </button>
      <input aria-label="Filter" {...useShortcut('f')} />
      <table>
        <tbody>
          <tr data-index="0" data-id="transfer-1">
            <td>
              <button type="button">Row</button>
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

test.each(['on', 'off'] as const)('it does what the page can do now, with single-key shortcuts %s', async (keys) => {
  const refresh = vi.fn()
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderShell({
    content: <PageControls onRefresh={refresh} />,
    preferences: keys === 'off' ? { keys } : undefined,
  })
  await openPalette()
  const shown = keys === 'on' ? ['f', 'r'] : ['', '']
  expect(commandsOf('This page')).toEqual([
    ['Add a filter', shown[0]],
    ['Refresh', shown[1]],
  ])
  await option('Refresh').click()
  await expect.poll(() => refresh.mock.calls.length).toBe(1)
  await openPalette()
  await option('Add a filter').click()
  await expect.element(page.getByRole('textbox', { name: 'Filter' })).toHaveFocus()
  page.getByRole('button', { name: 'Row' }).element().focus()
  await openPalette()
  await option('Copy the ID').click()
  await expect.poll(() => copy.mock.calls).toEqual([['transfer-1']])
  await expect.element(page.getByRole('button', { name: 'Row' })).toHaveFocus()
  copy.mockRestore()
})

test('a preference is chosen by name, and the one in use is marked', async () => {
  await renderShell()
  await openPalette()
  await expect.element(option('Times in: UTC (in use)')).toBeVisible()
  await userEvent.keyboard('dark{Enter}')
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark')
  await openPalette()
  await expect.element(option('Theme: Dark (in use)')).toBeVisible()
  await userEvent.keyboard('height tight{Enter}')
  await expect.poll(() => document.documentElement.dataset.density).toBe('tight')
})

const uuid = '512f26ad-0000-4000-8000-000000003cb5'
/** Has the form of a secret key. */
const stellarSecret = 'SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4'

test('a pasted identifier is looked up first, and any other text last', async () => {
  await renderShell()
  await openPalette()
  await field().fill(uuid)
  await expect.element(option(`Look up ${uuid}`)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`/sandbox/lookup?q=${uuid}`)
  await openPalette()
  await userEvent.keyboard('over')
  await expect.element(option('Overview')).toHaveAttribute('aria-selected', 'true')
  await expect.element(option('Look up over')).toBeVisible()
})

test('pasted lines stay apart, and a secret is in no address', async () => {
  await renderShell()
  const look = async (text: string) => {
    await openPalette()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field()
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await expect.element(field()).toHaveValue(text.replaceAll('\n', ' '))
    await userEvent.keyboard('{Enter}')
  }
  await look(`Hello\n${uuid}\ninv-2041`)
  await expect.poll(address).toBe('/sandbox/lookup')
  expect(sessionStorage.getItem('mintdesk:lookup-paste')).toContain(`${uuid} inv-2041`)
  window.history.pushState(null, '', '/sandbox/transfers')
  await look(`Key\n${stellarSecret}`)
  await expect.poll(address).toBe('/sandbox/lookup')
  expect(JSON.stringify(sessionStorage)).not.toContain(stellarSecret)
})

test('its look-up command focuses the box in the bar', async () => {
  await renderShell()
  await openPalette()
  await option('Look up an ID').click()
  await expect.element(page.getByRole('search').getByRole('textbox')).toHaveFocus()
})

test('recent look-ups of this person and environment are offered, and can be cleared', async () => {
  const owner = { person: 'ines', environment: 'sandbox' } as const
  rememberLookup(owner, uuid)
  rememberLookup({ ...owner, environment: 'production' }, 'other-environment')
  rememberLookup({ ...owner, person: 'otto' }, 'other-person')
  await renderShell()
  await openPalette()
  expect(commandsOf('Recent look-ups').map(([name]) => name)).toEqual([`Look up ${uuid}`, 'Clear recent look-ups'])
  await option('Clear recent look-ups').click()
  await expect.element(palette().getByRole('group', { name: 'Recent look-ups' })).not.toBeInTheDocument()
  await expect.element(field()).toHaveFocus()
  expect(recentLookups(owner)).toEqual([])
  expect(recentLookups({ ...owner, person: 'otto' })).toEqual(['other-person'])
})

test('signing out asks before a draft is lost, and says if it failed', async () => {
  signOut.mockRejectedValue(new Error('no answer'))
  await renderShell()
  saveDraftText({ person: 'ines', environment: 'sandbox', path: '/sandbox/orders/new' }, '{}')
  await openPalette()
  await userEvent.keyboard('sign out{Enter}')
  const question = page.getByRole('dialog', { name: 'Sign out and discard the draft?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(signOut).not.toHaveBeenCalled()
  await openPalette()
  await userEvent.keyboard('sign out{Enter}')
  await question.getByRole('button', { name: 'Sign out, discard draft' }).click()
  const failure = page.getByRole('dialog', { name: 'Sign-out failed' })
  await expect.element(failure).toHaveTextContent('You are still signed in.')
  await failure.getByRole('button', { name: 'Stay' }).click()
  await expect.element(failure).not.toBeInTheDocument()
  await openPalette()
})

test('on a phone the menu opens it, and a button closes it', async () => {
  await renderShell({ role: 'treasury', width: 390 })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Command palette' }).click()
  await expect.element(field()).toHaveFocus()
  await expect.element(page.getByRole('dialog', { name: 'More' })).not.toBeInTheDocument()
  await expect.element(option('Row height')).not.toBeInTheDocument()
  await checkAccessibility()
  await palette().getByRole('button', { name: 'Close' }).click()
  await expect.element(palette()).not.toBeInTheDocument()
})

test('screen readers get a field that controls a list with groups, and axe finds nothing in either theme', async () => {
  rememberLookup({ person: 'ines', environment: 'sandbox' }, uuid)
  await renderShell({ role: 'treasury', environments: ['sandbox', 'production'] })
  await openPalette()
  const input = field().element()
  const list = palette().getByRole('listbox', { name: 'Commands' }).element()
  expect(input.getAttribute('aria-expanded')).toBe('true')
  expect(input.getAttribute('aria-controls')).toBe(list.id)
  const active = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent
  await expect.poll(active).toMatch(/^Look up/)
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(active).toMatch(/^Row height: Tight/)
  await userEvent.keyboard('acc')
  await expect.poll(active).toMatch(/^New fiat account/)
  await field().fill('')
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(active).toMatch(/^Row height: Tight/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(getComputedStyle(palette().element()).animationName).toBe('none')
    await checkAccessibility()
  }
  await emulateMedia({ forcedColors: 'active' })
  expect(getComputedStyle(option('Row height: Tight').element()).outlineStyle).toBe('solid')
  expect(getComputedStyle(option('Sign out').element()).outlineStyle).toBe('none')
})
