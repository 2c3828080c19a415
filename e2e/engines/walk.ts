/** The walk of all pages in one engine: every page in two sizes and themes, then what people do on them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pagePaths } from '../page-paths'
import type { Demo } from '../processes'
import { demoBrowser } from '../session'
import type { Engine } from './engine'

/** A page of the walk: its name, its address and the beginning of its heading. */
type Page = readonly [name: string, path: string, heading: string]

const profile = '6f7b1c80-9e4a-4d5c-9a0b-3b8f5c2e6da7'

/** Makes the records that pages need. @returns every page; sign-in is walked before */
export async function pagesOf({ console: { url } }: Pick<Demo, 'console'>): Promise<Page[]> {
  const browse = await demoBrowser(url, 'treasury')
  const intent = crypto.randomUUID()
  const send = async (path: string, json: object, headers = {}) => {
    const answer = await browse(`/api/sandbox/v2${path}`, { method: 'POST', json, headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: string }
  }
  const order = { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: '0.5', price: '9000000.00' }
  await send(`/profiles/${profile}/orders`, order, { 'x-mintdesk-intent': intent })
  const routing = { routing_number_type: 'ABA', routing_number: '021000021', bank_name: 'First Example Bank' }
  const account = await send('/transfer/fiat-accounts', {
    fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor' } },
    fiat_network_instructions: { wire: { account_number: '4455667788', routing_details: routing } },
  })
  const transfers = (await (await browse('/api/sandbox/v2/transfer/transfers?limit=2')).json()) as {
    items: { id: string }[]
  }
  const named: Page[] = [
    ['overview', '', 'Overview'],
    ['transfers', '/transfers?limit=20', 'Transfers'],
    ['transfers-long', '/transfers?limit=1000', 'Transfers'],
    ['transfers-empty', '/transfers?ref_ids=nothing-here', 'Transfers'],
    ['transfers-invalid', '/transfers?type=WRONG&limit=9999', 'Transfers'],
    ['transfer', `/transfers/${transfers.items[0]?.id}`, ''],
    ['issuer-quotes', '/issuer-quotes?limit=20', 'Issuer quotes'],
    ['orders', '/orders', 'Orders'],
    ['order-new', '/orders/new', 'New order'],
    ['fiat-accounts', '/fiat-accounts', 'Fiat accounts'],
    ['fiat-account-edit', `/fiat-accounts/${account.id}/edit`, ''],
    ['move-money', '/money/new', 'Move money'],
    ['rules', '/rules', 'Rules'],
    ['exports', '/exports', 'Exports'],
    ['activity', '/activity', 'Activity'],
    ['request', `/activity/${intent}`, ''],
    ['lookup', '/lookup', 'Look-up'],
    ['lookup-found', `/lookup?q=${transfers.items.map(({ id }) => id).join('%0A')}`, 'Look-up'],
    ['lookup-missing', '/lookup?q=nothing-like-this', 'Look-up'],
    ['reconcile', '/lookup/reconcile', 'Reconcile a file'],
    ['missing-transfer', '/transfers/4d1c1f0a-0000-4000-8000-000000000000', ''],
    ['no-page', '/nothing-here', ''],
  ]
  const walked = new Set(named.map(([, path]) => path.split('?')[0]))
  const others = pagePaths.filter((path) => !walked.has(path))
  return [...named, ...others.map((path): Page => [path.slice(1).replaceAll('/', '-'), path, ''])]
}

/** An expression that is true once the page has loaded what it shows: a list then tells how many rows it has. */
const settled = `document.readyState === 'complete' && !!document.querySelector('h1') && !document.querySelector('[aria-busy="true"]') && (!document.querySelector('main .list') || !!document.querySelector('main .list tr[data-index], main .list h2'))`
const headingText = `document.querySelector('h1')?.textContent ?? ''`
/** What lies outside the window although nothing there scrolls. */
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
/** Nothing moves but what moves for ever: a sign that something is being read. */
const still = `document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity)`
const button = (name: string) =>
  `[...document.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim().startsWith('${name}') && one.checkVisibility())`
const link = (name: string) =>
  `[...document.querySelectorAll('a')].find((one) => one.textContent.trim() === '${name}' && one.checkVisibility())`

/** Presses Ctrl-K, on macOS Command-K. */
const openPalette = `void document.dispatchEvent(new KeyboardEvent('keydown', /^Mac/.test(navigator.platform) ? { key: 'k', metaKey: true } : { key: 'k', ctrlKey: true }))`
/** Chooses a bank's file of two lines. */
const chooseFile = `(() => {
  const files = new DataTransfer()
  files.items.add(new File(['Reference,Amount,Currency\\nnothing-here,1250.00,USD\\nnor-here,-2.50,EUR\\n'], 'bank.csv', { type: 'text/csv' }))
  const input = document.querySelector('input[type="file"]')
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
})()`

/** The findings of one engine, in sentences; none if all is well. */
export async function walk(engine: Engine, origin: string, pages: readonly Page[], folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const findings: string[] = []
  const note = (where: string, what: string) => findings.push(`${where}: ${what}`)

  /** Waits until an expression is true. */
  async function until(where: string, expression: string): Promise<void> {
    const end = Date.now() + 20_000
    let last: unknown
    while (Date.now() < end) {
      // A document that is just being replaced cannot answer.
      last = await engine.evaluate(`!!(${expression})`).catch(String)
      if (last === true) return
      await setTimeout(50)
    }
    throw new Error(`${where}: waited in vain for ${expression}${last === false ? '' : `: ${last}`}`)
  }
  const look = async (where: string) => {
    for (const error of await engine.takeErrors()) note(where, error)
    if ((await engine.evaluate(headingText)) === 'This page could not be shown') note(where, 'the page failed')
    if (Number(await engine.evaluate(overflow)) > 0) note(where, 'the page is wider than the window')
    // A menu that is still fading in would be half transparent on its picture.
    await until(where, still)
    writeFileSync(join(folder, `${where}.png`), await engine.screenshot())
  }
  /** Does one step; a step in vain is a finding, and the walk goes on. */
  const step = async (where: string, work: () => Promise<void>) => {
    try {
      await work()
      await look(where)
    } catch (error) {
      note(where, error instanceof Error ? error.message : String(error))
    }
  }
  const press = async (where: string, control: string) => {
    await until(where, control)
    await engine.evaluate(`void ${control}.click()`)
  }

  await engine.resize(1440, 900)
  await step('sign-in', async () => {
    await engine.open(`${origin}/sign-in`)
    // Enabled once the page has hydrated.
    await until('sign-in', `${button('Treasury')} && !${button('Treasury')}.disabled`)
    await look('sign-in')
    await press('sign-in', button('Treasury'))
    await until('sign-in', `location.pathname === '/sandbox' && ${settled}`)
  })
  for (const [theme, width, height] of [
    ['light', 1440, 900],
    ['dark', 390, 844],
  ] as const) {
    await engine.resize(width, height)
    await engine.evaluate(`void (document.cookie = 'mintdesk-theme=${theme}; path=/')`)
    for (const [name, path, heading] of pages) {
      const where = `${name}-${width}-${theme}`
      await step(where, async () => {
        await engine.open(`${origin}/sandbox${path}`)
        await until(where, settled)
        const found = String(await engine.evaluate(headingText))
        if (!found.startsWith(heading)) note(where, `its heading is "${found}"`)
      })
    }
  }

  await engine.resize(1440, 900)
  const openList = async (where: string) => {
    await engine.open(`${origin}/sandbox/transfers?limit=20`)
    await until(where, `${settled} && document.querySelector('tbody a') && ${button('Keyboard shortcuts')}`)
  }
  const dialog = `document.querySelector('[role="dialog"]:not([popover])')`
  for (const name of ['Filter', 'Columns', 'Keyboard shortcuts']) {
    const where = `opens-${name.toLowerCase().replace(' ', '-')}`
    await step(where, async () => {
      await openList(where)
      await press(where, button(name))
      await until(where, dialog)
    })
  }
  await step('row-and-back', async () => {
    await openList('row-and-back')
    await press('row-and-back', `document.querySelector('tbody a')`)
    await until('row-and-back', `/transfers\\/[0-9a-f-]{36}/.test(location.pathname) && ${settled}`)
    await look('row')
    await engine.evaluate('void history.back()')
    await until('row-and-back', `location.pathname === '/sandbox/transfers' && ${settled}`)
  })
  await step('preview', async () => {
    await openList('preview')
    await press('preview', `document.querySelector('tbody .pick input')`)
    await press('preview', `document.querySelector('tbody .pick button')`)
    await until('preview', `document.querySelector('aside[aria-label^="Preview of"] dl') && ${settled}`)
    await until('preview', `document.querySelector('[aria-label="Selection"]')`)
  })
  await step('palette', async () => {
    await openList('palette')
    await engine.evaluate(openPalette)
    await until('palette', `${dialog}?.querySelector('input')`)
  })
  await step('note', async () => {
    await openList('note')
    await press('note', `document.querySelector('tbody a')`)
    await press('note', button('Add a note'))
    await until('note', `document.querySelector('form[aria-label="New note"] textarea')`)
    await engine.evaluate(
      `void document.querySelector('form[aria-label="New note"]').scrollIntoView({ block: 'center' })`,
    )
  })
  await step('reconciled', async () => {
    await engine.open(`${origin}/sandbox/lookup/reconcile`)
    await until('reconciled', `${settled} && ${button('Choose a file')}`)
    await engine.evaluate(chooseFile)
    await press('reconciled', button('Reconcile 2 lines'))
    await until('reconciled', `${settled} && document.querySelectorAll('.records-region tr[data-index]').length === 2`)
  })
  await step('order-review', async () => {
    await engine.open(`${origin}/sandbox/orders/new`)
    await until('order-review', `${settled} && ${button('Review order')}`)
    await press('order-review', button('Review order'))
    await until('order-review', `document.querySelector('[role="alert"]')?.textContent.includes('There is a problem')`)
  })
  await step('navigation', async () => {
    await press('navigation', link('Activity'))
    await until('navigation', `location.pathname === '/sandbox/activity' && ${settled}`)
  })
  return findings
}
