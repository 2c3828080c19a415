import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { KeyListener } from '@/components/shell/key-handler'
import type { Answers } from '@/components/testing/proxy'
import { problem } from '@/components/testing/proxy'
import { transfer } from '@/components/testing/records'
import { address, renderInConsole } from '@/components/testing/render'
import { recentLookups } from '@/lib/features/lookup/browser/recent-lookups'
import type { LookupResult } from '@/lib/features/lookup/interface'
import { LookupBox } from './lookup-box'

const hash = '27ca64c092a959c7edc525ed45e845b1de6a7590d173fd2fad9133c8a779a1e3'
const owner = { environment: 'sandbox', person: 'ines' } as const

const result = (transfers: object[], more: Partial<LookupResult> = {}) => ({
  verdict: transfers.length === 0 ? 'not-found' : transfers.length === 1 ? 'found' : 'several',
  ...(transfers.length > 0 && { field: 'crypto_tx_hashes' }),
  transfers,
  isMore: false,
  requests: [],
  asked: [],
  ...more,
})

const answer = (...results: object[]) => ({ results, calls: results.length })

function paste(text: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const input = document.activeElement as HTMLInputElement
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  if (input.dispatchEvent(event)) document.execCommand('insertText', false, text.replace(/[\r\n]+/g, ''))
}

async function openBox(lookup: Answers[`POST /${string}`]) {
  const shown = await renderInConsole(
    <>
      <LookupBox {...owner} />
      <KeyListener sequences={[]} />
    </>,
    { url: '/sandbox', answers: { 'POST /lookup': lookup } },
  )
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('textbox', { name: 'Look up an ID, reference or hash' })).toHaveFocus()
  return shown
}

test('a shortened hash opens no transfer, because another one may have the same characters', async () => {
  await openBox(answer(result([transfer({ id: 'transfer-1', crypto_tx_hash: hash })], { field: undefined })))
  paste(`${hash.slice(0, 6)}…${hash.slice(-4)}`)
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toMatch(/^\/sandbox\/lookup\?q=/)
})

test('slash, paste and Enter open the one transfer, which is there before it is read', async () => {
  const { calls } = await openBox(answer(result([transfer({ id: 'transfer-1' })])))
  paste(hash)
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/sandbox/transfers/transfer-1')
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/lookup', { identifiers: [{ kind: 'hash', value: hash }] }],
  ])
  await expect.element(page.getByText('Found by hash').last()).toBeVisible()
  await expect.element(page.getByRole('textbox')).toHaveValue('')
  expect(recentLookups(owner)).toEqual([hash])
})

test('after a look-up the keys are those of the page, so the next one begins with a slash too', async () => {
  const { calls } = await openBox(answer(result([transfer({ id: 'transfer-1' })])))
  for (const count of [1, 2]) {
    paste(hash)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => calls.length).toBe(count)
    await expect.element(page.getByRole('main')).toHaveFocus()
    await userEvent.keyboard('/')
    await expect.element(page.getByRole('textbox')).toHaveFocus()
    await expect.element(page.getByRole('textbox')).toHaveValue('')
  }
})

test('no match leads to the look-up page, with the identifier in the address and its answer kept', async () => {
  const { calls } = await openBox(answer(result([])))
  paste('inv-2041')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/sandbox/lookup?q=inv-2041')
  expect(calls).toHaveLength(1)
})

test('several lines go to the look-up page with their text, and nothing is in the address', async () => {
  const { calls } = await openBox(answer())
  paste(`Hi team\n${hash}\ninv-2041`)
  await expect.poll(address).toBe('/sandbox/lookup')
  expect(calls).toEqual([])
  expect(sessionStorage.getItem('mintdesk:lookup:sandbox:ines')).toBe(`Hi team\n${hash}\ninv-2041`)
  // Enter at once, before the page is there: it asks when it comes.
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sessionStorage.getItem('mintdesk:lookup-paste') ?? '').toContain('inv-2041')
})

test('a secret is refused before any request, and is nowhere afterwards', async () => {
  const secret = 'SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4'
  const { calls } = await openBox(answer())
  paste(secret)
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/sandbox/lookup')
  expect(calls).toEqual([])
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(secret)
  await expect.element(page.getByRole('textbox')).toHaveValue('')
})

test('a failure leads to the look-up page, where it can be asked again', async () => {
  await openBox(() => problem(502, 'service-failed', 'The provider answered 500.'))
  paste('inv-2041')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/sandbox/lookup?q=inv-2041')
})

test('Escape ends a look-up that takes long, and the transfer does not open afterwards', async () => {
  let end = (_: object) => {}
  await openBox(
    () =>
      new Promise<object>((resolve) => {
        end = resolve
      }),
  )
  paste('inv-2041')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Looking it up…')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Looking it up…')).not.toBeInTheDocument()
  end(answer(result([transfer()])))
  expect(address()).toBe('/sandbox')
})

test('without JavaScript the box is a form that leads to the look-up page', async () => {
  await openBox(answer())
  const form = document.querySelector('form[role="search"]')
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['get', '/sandbox/lookup'])
  expect(form?.querySelector('input')?.name).toBe('q')
})
