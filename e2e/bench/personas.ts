/**
 * How many presses and keys each kind of person needs for their usual task, in Chromium, and how long the console takes for it:
 * the hands of a benchmark do not think.
 */
import { chromium, type Locator, type Page } from '@playwright/test'
import { launchOptions } from '../browser-options.mjs'
import { startDemo } from '../processes'
import { chromiumOptions, signedIn } from './distant'

/** The aim of a task is for presses by mouse or finger, or for keys, whichever it is done by. */
type Task = { name: string; aim?: number }

/** Counts what one person does on a page. */
function handsOn(page: Page) {
  const began = performance.now()
  let count = 0
  const key = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name)
    count += names.length
  }
  const isFocused = (what: Locator) => what.evaluate((one) => one === document.activeElement)
  return {
    key,
    type: (text: string) => key(...text),
    press: async (what: Locator) => {
      await what.click()
      count += 1
    },
    /** Goes there by keyboard. */
    reach: async (what: Locator) => {
      await what.waitFor()
      for (let stop = 0; stop < 60 && !(await isFocused(what)); stop++) await key('Tab')
    },
    /** @param shown what ends the task */
    row: async ({ name, aim }: Task, shown: Locator) => {
      await shown.first().waitFor()
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      return `${name.padEnd(58)} ${String(count).padStart(3)}  ${aim ? `(aim ${aim})` : '       '}  ${seconds} s`
    },
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const live = (page: Page) => button(page, /^(?:Live|Updated)/)

async function decide(page: Page, url: string) {
  await button(page, 'You are treasury').click()
  await button(page, /^Approver/).click()
  await button(page, 'You are approver').waitFor()
  await page.goto(`${url}/sandbox/approvals`)
  const link = page.getByRole('link', { name: /320,000\.00 USD/ }).first()
  const path = await link.getAttribute('href')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}${path}`)
  const hands = handsOn(page)
  await hands.press(button(page, /^Approve/).first())
  await hands.press(button(page, 'Approve 320,000.00 USD'))
  return hands.row(
    { name: 'Approver at 390 px, from the link to the decision, presses', aim: 3 },
    page.getByText(/^(?:Order (?:placed|filled)|Bought)/),
  )
}

async function mint(page: Page) {
  const hands = handsOn(page)
  await live(page).waitFor()
  await hands.key('n', 'm')
  await page.getByText(/^(?:This creates a standing rule|Nothing new to set up)/).waitFor()
  await hands.reach(page.getByRole('textbox', { name: 'Amount' }))
  await hands.type('100000')
  await hands.key('Enter')
  await heading(page, 'Review movement').waitFor()
  await hands.key('Control+Enter')
  return hands.row({ name: 'Treasury, a mint from the overview, keys', aim: 14 }, heading(page, 'Mint'))
}

async function payOut(page: Page) {
  const hands = handsOn(page)
  await live(page).waitFor()
  await hands.key('n', 'm')
  await page.getByText(/^(?:This creates a standing rule|Nothing new to set up)/).waitFor()
  await hands.key('Shift+Tab', 'Shift+Tab', 'ArrowLeft')
  await page.getByRole('radio', { name: 'Pay out', checked: true }).waitFor()
  await hands.reach(page.getByRole('textbox', { name: 'Amount' }))
  await hands.type('5000')
  await hands.reach(page.getByRole('combobox', { name: 'Fiat account' }))
  const last = page.getByRole('option', { name: 'New account' }).and(page.locator('[data-active]'))
  while (!(await last.isVisible())) await hands.key('ArrowUp')
  await hands.key('Enter')
  await heading(page, 'New fiat account').waitFor()
  await hands.reach(page.getByRole('radio', { name: 'A person' }))
  await hands.key('ArrowDown')
  await hands.reach(page.getByLabel('Institution name', { exact: true }))
  await hands.type('Orsa')
  await hands.reach(page.getByLabel('Account number', { exact: true }))
  await hands.type('4455667719')
  await hands.reach(page.getByLabel('Bank name', { exact: true }))
  await hands.type('Nord')
  await hands.key('Enter')
  await heading(page, 'Review fiat account').waitFor()
  await hands.key('Control+Enter')
  await hands.reach(page.getByRole('link', { name: 'Use it in Move money' }))
  await hands.key('Enter')
  await page.waitForFunction(() => document.activeElement?.id === 'amount')
  await hands.key('Enter')
  await heading(page, 'Review movement').waitFor()
  await page.getByText('Orsa').first().waitFor()
  await hands.key('Control+Enter')
  return hands.row({ name: 'Treasury, pay out to a new account, keys', aim: 60 }, heading(page, 'Pay'))
}

async function reply(page: Page, url: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${url}/sandbox/transfers?asset=USD`)
  const reference = await page.evaluate(async () => {
    const answer = await fetch('/api/sandbox/v2/transfer/transfers?limit=50')
    const { items } = (await answer.json()) as { items: { ref_id?: string }[] }
    return items.find(({ ref_id }) => /^[a-z]+-[a-z-]*\d+$/.test(ref_id ?? ''))?.ref_id ?? ''
  })
  const mail = `Hi team,\n\nwe still wait for ${reference} of 1.01 USD.\n\nThanks, Ines`
  await page.evaluate((text) => navigator.clipboard.writeText(text), mail)
  await page.goto(`${url}/sandbox`)
  const hands = handsOn(page)
  await live(page).waitFor()
  await hands.key('/', 'ControlOrMeta+V', 'Enter')
  await hands.press(button(page, 'Copy reply'))
  return hands.row({ name: 'Support, from the mail to the reply, presses', aim: 6 }, button(page, 'Copied'))
}

async function policy(page: Page) {
  const hands = handsOn(page)
  await live(page).waitFor()
  await hands.press(page.getByRole('link', { name: 'Settings', exact: true }))
  await heading(page, 'Settings').waitFor()
  const template = button(page, 'Two people for 100,000.00 USD and more')
  const tab = page.getByRole('link', { name: 'Policies', exact: true })
  await template.or(tab).first().waitFor()
  if (!(await template.isVisible())) await hands.press(tab)
  await hands.press(template)
  await hands.press(button(page, 'Propose version 1'))
  await hands.press(button(page, 'Activate version 1'))
  return hands.row(
    { name: 'Admin, a first policy from the overview, presses', aim: 6 },
    page.getByText('Version 1, active'),
  )
}

/** @returns a line a person */
export async function* benchPersonas(): AsyncGenerator<string> {
  const browser = await chromium.launch({ ...launchOptions, ...chromiumOptions() })
  const worlds = await startDemo(1_000, { DEMO_WORLDS: '1' })
  const demo = await startDemo(1_000)
  const { url } = demo.console
  try {
    const visitor = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await visitor.goto(`${worlds.console.url}/sign-in`)
    const start = button(visitor, 'Try Mintdesk')
    await start.and(visitor.locator(':enabled')).waitFor()
    const hands = handsOn(visitor)
    await hands.press(start)
    const row = visitor
      .getByRole('table', { name: /Needs attention/ })
      .getByRole('row')
      .nth(1)
    yield await hands.row({ name: 'Visitor, to the first useful page of the demo, presses' }, row)
    yield await decide(visitor, worlds.console.url)
    yield await mint(await signedIn(browser, url, 'treasury'))
    yield await payOut(await signedIn(browser, url, 'treasury'))
    yield await reply(await signedIn(browser, url, 'support'), url)
    yield await policy(await signedIn(browser, url, 'admin'))
  } finally {
    await browser.close()
    await Promise.all([worlds.stop(), demo.stop()])
  }
}
