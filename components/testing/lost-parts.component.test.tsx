/** Every part of a page that is loaded late: without its code the page around it stays, and it works once the code is there. */
import { beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { IntentPage } from '@/components/activity/intent-page'
import { intentOf } from '@/components/activity/testing'
import { WriteForm } from '@/components/activity/write-parts'
import { pastedValues, saveDraft } from '@/components/filters/filter-drafts'
import type { FormSession } from '@/components/forms/description'
import OrderForm from '@/components/orders/order-form'
import RuleForm from '@/components/rules/rule-form'
import { Shell } from '@/components/shell/shell'
import { TransferList } from '@/components/transfers/transfer-list'
import { saveDraftText } from '@/lib/browser/draft-storage'
import { findFile, loseFile } from './browser'
import { transfer, transferPage } from './records'
import { address, renderInConsole } from './render'

// React reports what a boundary catches; these tests expect it.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // Nothing is loaded ahead of its use.
  vi.stubGlobal('requestIdleCallback', () => 0)
})

const note = (what: string) => page.getByRole('alert').filter({ hasText: `${what} could not be loaded.` })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const rows = () => document.querySelectorAll('table tr').length
const transfers = (count: number) =>
  transferPage(Array.from({ length: count }, (_, index) => transfer({ id: `transfer-${index}` })))

const list = '/sandbox/transfers'
const renderList = (url: string, count = 3, width?: number) =>
  renderInConsole(<TransferList environment="sandbox" />, { url, width, answers: { listTransfers: transfers(count) } })

const renderShell = () =>
  renderInConsole(
    <Shell environment="sandbox" environments={['sandbox']} name="Ines Okafor" person="ines" roles={['support']}>
      <h1 tabIndex={-1}>Transfers</h1>
    </Shell>,
    { url: list, width: 1440, isInMain: false, session: { roles: ['support'] } },
  )

const session: FormSession = {
  environment: 'sandbox',
  person: 'treasury',
  roles: ['treasury'],
  requiresIdentity: false,
  confirmAbove: '1000000',
}
const unknown = intentOf({ state: 'unknown', sent_at: '2026-11-19T13:23:05.000Z' })
const registered = intentOf({ operation: 'createFiatAccount', body: {} })
const references = Array.from({ length: 150 }, (_, index) => `reference-${index}`)

type Case = {
  file: string
  what: string
  /** Renders the page, and does what shows the part. */
  open: () => Promise<unknown>
  /** What stays on the page meanwhile. */
  stays: () => Promise<unknown>
  /** What the part shows once it is there. */
  shows: () => Locator
}

const cases: readonly Case[] = [
  // The first two are parts of others too, which would load them.
  {
    file: 'components/ui/overlays.tsx',
    what: 'The confirmation',
    open: async () => {
      saveDraftText({ person: 'ines', environment: 'sandbox', path: 'orders/new' }, '{}')
      await renderShell()
      await button('Sign out').click()
    },
    stays: () => expect.element(button('Sign out')).toHaveFocus(),
    shows: () => page.getByRole('dialog', { name: 'Sign out and discard the draft?' }),
  },
  {
    file: 'components/filters/ids-form.tsx',
    what: 'The list of values',
    open: () => {
      const values = pastedValues({ text: references.join('\n'), isSplit: false, isApplied: true })
      saveDraft(list, 'ref_ids', { values, base: [] })
      return renderList(`${list}?${new URLSearchParams(references.slice(0, 100).map((id) => ['ref_ids', id]))}`)
    },
    stays: () => expect.poll(rows).toBe(4),
    shows: () => page.getByText(/1–100 of 150 pasted/),
  },
  {
    file: 'components/filters/filter-menu.tsx',
    what: 'The filter menu',
    open: async () => {
      await renderList(`${list}?statuses=PENDING`)
      await button('Filter').click()
    },
    stays: async () => {
      await expect.element(button('Filter')).toHaveFocus()
      expect(rows()).toBe(4)
      expect(address()).toBe(`${list}?statuses=PENDING`)
    },
    shows: () => page.getByRole('dialog'),
  },
  {
    file: 'components/list/columns-menu.tsx',
    what: 'The columns menu',
    open: async () => {
      await renderList(list)
      await button('Columns').click()
    },
    stays: async () => {
      await expect.element(button('Columns')).toHaveFocus()
      expect(rows()).toBe(4)
    },
    shows: () => page.getByRole('dialog'),
  },
  {
    file: 'components/forms/review-form.tsx',
    what: 'The review',
    open: () =>
      renderInConsole(<OrderForm session={session} step="review" />, {
        url: '/sandbox/orders/new/review',
        answers: { listTransfers: transfers(0), 'GET /presets': { entries: [] } },
      }),
    stays: () => expect.element(heading('Review order')).toBeVisible(),
    // Without a draft it leads back to the form.
    shows: () => heading('Review order'),
  },
  {
    file: 'components/rules/rule-messages.ts',
    what: 'The review',
    open: () =>
      renderInConsole(<RuleForm session={session} step="review" />, {
        url: '/sandbox/rules/new/review',
        answers: { 'GET /intents': { intents: [], next_page_cursor: '' }, 'GET /presets': { entries: [] } },
      }),
    stays: () => expect.element(heading('Review rule')).toBeVisible(),
    shows: () => heading('Review rule'),
  },
  {
    file: 'components/deposits/deposit-form.tsx',
    what: 'The form',
    open: () =>
      renderInConsole(<WriteForm operation="initiateSandboxFiatDeposit" session={session} step="details" id="" />, {
        url: '/sandbox/deposits/new',
        answers: { 'GET /intents': { intents: [], next_page_cursor: '' }, 'GET /presets': { entries: [] } },
      }),
    stays: () => expect.element(heading('New test wire')).toBeVisible(),
    shows: () => page.getByRole('textbox', { name: 'Amount' }),
  },
  {
    file: 'components/fiat-accounts/account-outcome.tsx',
    what: 'The record',
    open: () =>
      renderInConsole(<IntentPage environment="sandbox" person="treasury" roles={['treasury']} id={registered.id} />, {
        url: `/sandbox/activity/${registered.id}`,
        answers: { 'GET /intents/{id}': registered, 'GET /presets': { entries: [] } },
      }),
    // What is below waits for the record two seconds at most.
    stays: () => expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible(),
    shows: () => page.getByText('The provider has not returned this account.'),
  },
  {
    file: 'components/activity/note-form.tsx',
    what: 'The note form',
    open: async () => {
      await renderInConsole(
        <IntentPage environment="sandbox" person="treasury" roles={['treasury']} id={unknown.id} />,
        {
          url: `/sandbox/activity/${unknown.id}`,
          answers: { 'GET /intents/{id}': unknown, 'GET /presets': { entries: [] } },
        },
      )
      await page
        .getByRole('button', { name: /note|what happened/i })
        .first()
        .click()
    },
    stays: () => expect.element(page.getByRole('heading', { level: 1 })).toBeVisible(),
    shows: () => page.getByRole('textbox').first(),
  },
  {
    file: 'components/shell/shell-dialog.tsx',
    what: 'The panel',
    open: async () => {
      await renderShell()
      await userEvent.keyboard('?')
    },
    stays: async () => {
      await userEvent.keyboard('gq')
      await expect.poll(address).toBe('/sandbox/issuer-quotes')
    },
    shows: () => dialog('Keyboard shortcuts'),
  },
]

test.each(cases)('$what is missed by nothing else on the page, and comes back', async ({ file, what, ...part }) => {
  loseFile(file)
  await part.open()
  await expect.element(note(what)).toBeVisible()
  await part.stays()
  findFile(file)
  await button('Try again').click()
  await expect.element(part.shows()).toBeVisible()
  await expect.element(note(what)).not.toBeInTheDocument()
})

test('without the code of long lists on a phone, all rows of one are drawn', async () => {
  loseFile('components/list/virtual-cards.tsx')
  await renderList(`${list}?limit=120`, 120, 390)
  await expect.poll(rows, { timeout: 15_000 }).toBe(121)
  expect(page.getByRole('alert').all()).toEqual([])
})
