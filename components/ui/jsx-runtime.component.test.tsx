import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import { CopyButton, ShortId } from './copy'
import { announce } from './focus'
import { JsonBox } from './json-box'

/** A right-to-left override, which shows "Invoice 250.00" for what was received as "Invoice 00.052". */
const override = 'Invoice \u202e00.052'

/** The text nodes below an element, in their order in the source. */
function textsOf(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}

/** The left edge of every visible character below an element, in the order of the source. */
const leftEdges = (element: Element) =>
  textsOf(element).flatMap((text) =>
    Array.from(text.data, (_, at) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect()
    })
      .filter(({ width }) => width > 0)
      .map(({ left }) => left),
  )

const isAscending = (numbers: readonly number[]) =>
  numbers.every((one, at) => at === 0 || one > (numbers[at - 1] ?? Number.NEGATIVE_INFINITY))

const elementOf = (name: string) => page.getByLabelText(name, { exact: true }).element()

test('a direction control is shown by its number and moves neither its own text nor its neighbours', async () => {
  await renderInConsole(
    <section aria-label="line" className="whitespace-nowrap">
      From {override}, 10.00 USD
    </section>,
  )
  const line = elementOf('line')
  await expect.element(page.getByRole('img', { name: 'U+202E' })).toBeVisible()
  const { width } = page.getByRole('img', { name: 'U+202E' }).element().getBoundingClientRect()
  expect(width).toBeGreaterThan(30)
  const edges = leftEdges(line)
  expect(edges).toHaveLength(`From ${override}, 10.00 USD`.length - 1)
  expect(isAscending(edges)).toBe(true)
  await checkAccessibility()
})

test('text from right to left keeps its direction and leaves the amount beside it in place', async () => {
  await renderInConsole(
    <section aria-label="line">
      {'שלום'} {'250.00'} {'USD'}
    </section>,
  )
  const line = elementOf('line')
  const [name, , amount] = textsOf(line).map((text) => {
    const range = document.createRange()
    range.selectNode(text)
    return range.getBoundingClientRect()
  })
  expect(amount?.left).toBeGreaterThanOrEqual(name?.right ?? Number.NaN)
  const hebrew = line.querySelector('bdi')
  expect(hebrew && isAscending(leftEdges(hebrew).toReversed())).toBe(true)
})

test('JSON keeps its own order around text of any direction', async () => {
  await renderInConsole(<JsonBox label="JSON" text={JSON.stringify({ memo: 'שלום', next: '\u202eabc', last: 1 })} />)
  const box = elementOf('JSON')
  const lines = box.textContent.split('\n')
  expect(JSON.parse(box.textContent)).toEqual({ memo: 'שלום', next: '\u202eabc', last: 1 })
  expect(lines).toHaveLength(5)
  const at = (needle: string) => {
    const text = textsOf(box).find(({ data }) => data.includes(needle))
    const range = document.createRange()
    const start = text?.data.indexOf(needle) ?? 0
    if (text) range.setStart(text, start)
    if (text) range.setEnd(text, start + needle.length)
    return range.getBoundingClientRect()
  }
  // `"memo": "שלום",`
  expect([at('"memo"'), at('ש'), at('ם')].map(({ left }) => Math.round(left)).toSorted((a, b) => a - b)).toEqual(
    [at('"memo"'), at('ם'), at('ש')].map(({ left }) => Math.round(left)),
  )
  expect(at('",\n').left).toBeGreaterThan(at('ש').left)
  expect(at('abc').left).toBeGreaterThan(at('"next"').right)
})

test('the button and a selection copy the text as it was received', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderInConsole(
    <>
      <section aria-label="name">{override}</section>
      <CopyButton text={override} what="name" />
    </>,
  )
  await page.getByRole('button', { name: 'Copy name' }).click()
  expect(copied).toHaveBeenCalledWith(override)
  copied.mockRestore()
  const pasted = new Promise((resolve) =>
    document.addEventListener('copy', () => resolve(String(window.getSelection())), { once: true }),
  )
  window.getSelection()?.selectAllChildren(elementOf('name'))
  await userEvent.copy()
  expect(await pasted).toBe(override)
})

test('titles, labels and choices are text, so they spell the number out', async () => {
  await renderInConsole(
    <>
      <ShortId id={override} what={override} />
      <select aria-label={`Asset ${override}`}>
        <option value={override}>{override}</option>
      </select>
    </>,
  )
  const visible = 'Invoice ⟨U+202E⟩00.052'
  await expect.element(page.getByTitle(visible)).toBeVisible()
  await expect.element(page.getByRole('button', { name: `Copy ${visible}` })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: `Asset ${visible}` })).toHaveValue(override)
  await expect.element(page.getByRole('option', { name: visible })).toBeInTheDocument()
  announce(override)
  await expect.poll(() => page.getByRole('status').element().textContent.trim()).toBe(override)
})

test('what a person types, and emoji and joined letters, stay as they are', async () => {
  const text = 'می‌خواهم 👩‍👩‍👧'
  await renderInConsole(
    <>
      <textarea aria-label="Note" defaultValue={override} />
      <section aria-label="text">{text}</section>
    </>,
  )
  await expect.element(page.getByRole('textbox')).toHaveValue(override)
  await expect.element(page.getByLabelText('text')).toHaveTextContent(text)
  await expect.element(page.getByRole('img')).not.toBeInTheDocument()
})
