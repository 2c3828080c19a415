/** What a tour does without a provider; the tours themselves are walked in e2e/tours.spec.ts. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { KeyListener } from '@/components/shell/key-handler'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { address, renderInConsole } from '@/components/testing/render'
import { TourHost } from './tour-host'
import type { TourKey } from './tour-list'
import { TourMenu } from './tour-menu'
import { beginTour, savedTour, saveTour } from './tour-state'

const person = 'demo:treasury@1a2b3c4d'
const host = {
  environment: 'sandbox',
  person,
  roles: ['treasury'],
  rights: { mayRehearse: true, isWorld: true },
} as const
const card = () => page.getByRole('region', { name: /^Tour, step/ })

/** The form of the first step; it knows what it will send when the provider has answered. */
function Form() {
  const [isKnown, setKnown] = useState(false)
  return (
    <form aria-label="Move money" onSubmit={(event) => event.preventDefault()}>
      <input name="amount" aria-label="Amount" />
      <button type="button" onClick={() => setKnown(true)}>
        The provider answers
      </button>
      {isKnown && <button type="submit">Review: mint 100,000.00 USD</button>}
    </form>
  )
}

function show(url = '/sandbox/money/new', content = <Form />, width?: number) {
  return renderInConsole(
    <>
      <h1 tabIndex={-1}>Page</h1>
      {content}
      <KeyListener sequences={[]} />
      <TourHost {...host} />
    </>,
    { url, width, session: { person, roles: ['treasury'] } },
  )
}

test('a tour that nobody asked for is not there', async () => {
  await show()
  await expect.element(page.getByRole('heading', { name: 'Page' })).toBeVisible()
  await expect.element(card()).not.toBeInTheDocument()
})

test('a step is done when the page shows it, not when its button was pressed', async () => {
  await show()
  beginTour(person, 'mint')
  await expect.element(card()).toHaveTextContent('Step 1 of 6')
  await expect.element(card().getByRole('button', { name: 'Fill it in' })).toBeVisible()
  await userEvent.keyboard('t')
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('100000')
  await expect.element(card()).toHaveTextContent('Step 1 of 6')
  await page.getByRole('button', { name: 'The provider answers' }).click()
  await expect.element(card()).toHaveTextContent('Step 2 of 6')
  expect(savedTour(person)).toEqual({ key: 'mint', step: 1, place: '/sandbox/money/new', skipped: [] })
})

test('what is typed into a field belongs to the field, and Escape elsewhere ends the tour, which can be resumed', async () => {
  await show()
  beginTour(person, 'mint')
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await expect.element(card()).toBeVisible()
  await amount.fill('5')
  await userEvent.keyboard('t{Escape}')
  await expect.element(amount).toHaveValue('5t')
  await expect.element(card()).toBeVisible()
  await page.getByRole('button', { name: 'The provider answers' }).click()
  await expect.element(card()).toHaveTextContent('Step 2 of 6')
  await userEvent.keyboard('{Escape}')
  await expect.element(card()).not.toBeInTheDocument()
  beginTour(person, 'mint')
  await expect.element(card()).toHaveTextContent('Step 2 of 6')
})

test('on another page the step leads back to its own', async () => {
  const { reload } = await show()
  beginTour(person, 'mint')
  await expect.element(card().getByRole('button', { name: 'Fill it in' })).toBeVisible()
  window.history.replaceState(null, '', '/sandbox/lookup')
  await page.getByRole('textbox', { name: 'Amount' }).element().remove()
  await card().getByRole('button', { name: 'Go to this step' }).click()
  expect(address()).toBe('/sandbox/money/new')
  await reload()
  await expect.element(card().getByRole('button', { name: 'Fill it in' })).toBeVisible()
})

test('a step leads back to the one before, and the last one to the next tour', async () => {
  await show()
  saveTour(person, { key: 'mint', step: 2, place: '/sandbox/money/new', skipped: [] })
  await expect.element(card()).toHaveTextContent('Step 3 of 6')
  await card().getByRole('button', { name: 'Back' }).click()
  await expect.element(card()).toHaveTextContent('Step 2 of 6')
  await card().getByRole('button', { name: 'Back' }).click()
  await expect.element(card()).toHaveTextContent('Step 1 of 6')
  await expect.element(card().getByRole('button', { name: 'Back' })).not.toBeInTheDocument()
  saveTour(person, { key: 'mint', step: 5, place: '/sandbox/money/new', skipped: [] })
  await card().getByRole('button', { name: 'Next tour: Find a customer’s money' }).click()
  await expect.element(card()).toHaveTextContent('Step 1 of 5')
  expect(savedTour(person)).toEqual({ key: 'customer', step: 0, place: '/sandbox/lookup', skipped: [] })
  saveTour(person, { key: 'stop', step: 5, place: '/sandbox/approvals', skipped: [] })
  await expect.element(card().getByRole('button', { name: /^Finish/ })).toBeVisible()
  await expect.element(card().getByRole('button', { name: /^Next tour/ })).not.toBeInTheDocument()
})

test('a step that is done already waits for a visitor who came back to it', async () => {
  await show()
  beginTour(person, 'mint')
  await page.getByRole('button', { name: 'The provider answers' }).click()
  await expect.element(card()).toHaveTextContent('Step 2 of 6')
  await card().getByRole('button', { name: 'Back' }).click()
  await card().getByRole('button', { name: /^Next/ }).click()
  await expect.element(card()).toHaveTextContent('Step 2 of 6')
})

test('a skipped step leads back from one that needs it', async () => {
  await show()
  beginTour(person, 'mint')
  await card().getByRole('button', { name: 'Skip step' }).click()
  await expect.element(card()).toHaveTextContent('This needs “A mint is one sentence”, which you skipped.')
  await card()
    .getByRole('button', { name: /^Go back to it/ })
    .click()
  await expect.element(card().getByRole('button', { name: /^Fill it in/ })).toBeVisible()
})

/** The order form of the tour that loses an answer, beside what says that the next one is lost. */
function Order() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <form onSubmit={(event) => event.preventDefault()}>
        <button type="submit">Review order</button>
      </form>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Rehearse
      </button>
      {isOpen && (
        <aside>
          <pre>{'{"drop": []}'}</pre>
        </aside>
      )}
    </>
  )
}

test('an order whose answer would arrive is not placed by the tour, until its answer is lost after all', async () => {
  await show('/sandbox/orders/new', <Order />)
  saveTour(person, { key: 'lost', step: 1, place: '/sandbox/orders/new', skipped: [] })
  await card().getByRole('button', { name: 'Skip step' }).click()
  await expect.element(card()).toHaveTextContent('This needs “The next answer will not come”, which you skipped.')
  await expect.element(card().getByRole('button', { name: 'Fill it in and review it' })).not.toBeInTheDocument()
  await card()
    .getByRole('button', { name: /^Go back to it/ })
    .click()
  await expect.element(card()).toHaveTextContent('Step 2 of 6')
  await card().getByRole('button', { name: 'Skip step' }).click()
  const rehearse = page.getByRole('button', { name: 'Rehearse', exact: true })
  await rehearse.click()
  await expect.element(card()).not.toHaveTextContent('which you skipped')
  await rehearse.click()
  await expect.element(card().getByRole('button', { name: 'Fill it in and review it' })).toBeVisible()
  expect(savedTour(person)?.skipped).toEqual([])
})

test('on a phone the card leaves what it asks for free, also where the page cannot scroll', async () => {
  const amount = page.getByRole('textbox', { name: 'Amount' })
  const box = (locator: typeof amount) => locator.element().getBoundingClientRect()
  await show(
    undefined,
    <div style={{ paddingTop: 560 }}>
      <Form />
    </div>,
    390,
  )
  beginTour(person, 'mint')
  await expect.element(card()).toBeVisible()
  await expect.poll(() => box(card()).bottom < box(amount).top).toBe(true)
})

/** A form below what loads late. */
function Late() {
  const [height, setHeight] = useState(0)
  return (
    <div style={{ paddingBottom: 2_000 }}>
      <button type="button" onClick={() => setHeight(1_500)}>
        Load the rest
      </button>
      <div style={{ height }} />
      <Form />
    </div>
  )
}

test('what loads late pushes nothing out of the window that a step asks for', async () => {
  await show(undefined, <Late />, 1280)
  const top = () => page.getByRole('textbox', { name: 'Amount' }).element().getBoundingClientRect().top
  beginTour(person, 'mint')
  await expect.element(card().getByRole('button', { name: 'Fill it in' })).toBeVisible()
  await page.getByRole('button', { name: 'Load the rest' }).click()
  await expect.poll(top).toBeLessThan(600)
})

test('what a tour cannot give is said, and the step stays', async () => {
  await renderInConsole(
    <>
      <main id="main">
        <textarea aria-label="Identifiers" />
      </main>
      <TourHost {...host} />
    </>,
    {
      url: '/sandbox/lookup',
      isInMain: false,
      session: { person, roles: ['support'] },
      answers: { 'GET /v2/transfer/transfers': { items: [], next_page_cursor: '' } },
    },
  )
  beginTour(person, 'customer')
  await card().getByRole('button', { name: 'Paste an e-mail' }).click()
  await expect.element(card().getByRole('alert')).toHaveTextContent('Start the demo over.')
  await expect.element(card()).toHaveTextContent('Step 1 of 5')
})

test.each<[search: string, begun: TourKey | undefined]>([
  ['?tour=mint', 'mint'],
  ['?tour=nothing', undefined],
])('the overview takes %s out of its address, and begins %s', async (search, begun) => {
  await show(
    `/sandbox${search}`,
    <TourMenu person={person} roles={['treasury']} rights={{ mayRehearse: true, isWorld: true }} />,
  )
  await expect.poll(address).toBe(begun ? '/sandbox/money/new' : '/sandbox')
  expect(savedTour(person)?.key).toBe(begun)
})

test('axe finds nothing on a step, in either theme', async () => {
  await show()
  beginTour(person, 'mint')
  await expect.element(card().getByRole('button', { name: 'Fill it in' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await checkAccessibility()
  }
})
