import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, type Call, problem, testPerson } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import type { NewRecordNote } from '@/lib/features/notes/input'
import type { RecordNote } from '@/lib/features/notes/interface'
import NotesSection from './notes-section'
import { lena, noteOf, notesServer } from './testing'

const record = { environment: 'sandbox', kind: 'transfer', id: 't-1' } as const
const open = (answers: Answers, options: { width?: number } = {}) =>
  renderInConsole(<NotesSection record={record} />, { answers, ...options })

const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = page.getByRole('textbox', { name: 'Note', exact: true })
const items = page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
const added = (calls: readonly Call[]) =>
  calls.filter(({ method, path }) => method === 'POST' && path === '/notes').map(({ body }) => body as NewRecordNote)

test('a note is written, assigned and added by keyboard, and the focus returns to the button', async () => {
  const { answers } = notesServer()
  const { calls } = await open(answers)
  await expect.element(page.getByText('No notes yet.')).toBeVisible()
  await button('Add a note').click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('  Refund it?  ')
  await userEvent.tab()
  await expect.element(page.getByRole('combobox', { name: 'Assign to' })).toHaveFocus()
  await expect.element(page.getByRole('option', { name: 'Me (Ines Okafor)' })).toBeInTheDocument()
  await userEvent.keyboard('Lena')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(items).toHaveTextContent(/Ines Okafor.*Open, for Lena Brandt.*Refund it\?/)
  await expect.element(page.getByText('Note added')).toBeInTheDocument()
  await expect.element(button('Add a note')).toHaveFocus()
  expect(added(calls)).toEqual([
    { id: expect.any(String), kind: 'transfer', record: 't-1', text: 'Refund it?', assignee: lena.subject },
  ])
  await expect.element(page.getByText('1 open; for your team, never sent to the provider')).toBeVisible()
  await checkAccessibility()
})

test('a note has a day by which its assignee is to act, and a day for no one is refused', async () => {
  const { answers } = notesServer()
  const { calls } = await open(answers)
  await button('Add a note').click()
  await field.fill('Ask the bank.')
  await page.getByLabelText('Due day (optional)').fill('27 Nov 2026')
  await button('Add note').click()
  const choice = page.getByRole('combobox', { name: 'Assign to' })
  await expect.element(choice).toHaveAccessibleDescription('Choose who acts by this day.')
  await expect.element(choice).toHaveFocus()
  expect(added(calls)).toEqual([])
  await userEvent.selectOptions(choice, 'Lena Brandt')
  await button('Add note').click()
  await expect.element(items).toHaveTextContent('Open, for Lena Brandt, due 27 Nov')
  expect(added(calls)).toMatchObject([{ assignee: lena.subject, due: '2026-11-27' }])
  await button(/^Reassign/).click()
  await expect.element(page.getByLabelText('Due day (optional)')).toHaveValue('2026-11-27')
  await page.getByLabelText('Due day (optional)').fill('')
  await button('Assign').click()
  await expect.element(items).not.toHaveTextContent('due 27 Nov')
})

test('Ctrl and Enter add the note from the text', async () => {
  const { answers } = notesServer()
  await open(answers)
  await button('Add a note').click()
  await userEvent.keyboard('Receipt sent.{Control>}{Enter}{/Control}')
  await expect.element(items).toHaveTextContent('Receipt sent.')
})

test('what is typed survives a reload, and the same note is sent again under its id when no answer came', async () => {
  const { state, answers } = notesServer()
  state.fail = () => problem(503, 'console-unreachable', 'Mintdesk is not responding.')
  const { calls, reload } = await open(answers)
  await button('Add a note').click()
  await field.fill('Waiting for the bank.')
  await button('Add note').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Mintdesk is not responding.')
  await reload()
  await expect.element(field).toHaveValue('Waiting for the bank.')
  state.fail = () => undefined
  await button('Add note').click()
  await expect.element(items).toHaveTextContent('Waiting for the bank.')
  const [first, second] = added(calls)
  expect(second?.id).toBe(first?.id)
  expect(sessionStorage.length).toBe(0)
})

test('a note whose answer was lost is not offered again after a reload', async () => {
  const { state, answers } = notesServer()
  const lost: Answers = {
    ...answers,
    'POST /notes': ({ body }) => {
      const { id, text } = body as NewRecordNote
      state.notes = [noteOf({ id, text, person: testPerson.name, is_mine: true })]
      return problem(502, 'console-unreachable', 'The connection was lost.')
    },
  }
  const { reload } = await open(lost)
  await button('Add a note').click()
  await field.fill('Arrived.')
  await button('Add note').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await reload()
  await expect.element(items).toHaveTextContent('Arrived.')
  await expect.element(button('Add a note')).toBeVisible()
})

test('a text that was changed after it had arrived becomes a note of its own', async () => {
  const { state, answers } = notesServer()
  state.fail = () => problem(409, 'note-reused', 'This note was added before, with another text.')
  const { calls } = await open(answers)
  await button('Add a note').click()
  await field.fill('Changed.')
  await button('Add note').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This note was added before, with another text.')
  state.fail = () => undefined
  await button('Add note').click()
  await expect.element(items).toHaveTextContent('Changed.')
  const [first, second] = added(calls)
  expect(second?.id).not.toBe(first?.id)
})

test('an empty note, one that is too long and a secret key are refused at the field', async () => {
  const { answers } = notesServer()
  const { calls } = await open(answers)
  await button('Add a note').click()
  await button('Add note').click()
  await expect.element(field).toHaveAccessibleDescription('Enter a note.')
  await expect.element(field).toHaveFocus()
  await field.fill('x'.repeat(2_001))
  await expect.element(field).toHaveAccessibleDescription(/A note can have at most 2,000 characters.*2001 of 2000/)
  const secret = `S${'A'.repeat(55)}`
  await field.fill(`The key is ${secret}!`)
  await expect.element(field).toHaveAccessibleDescription(/^A secret key was removed from the text\./)
  await expect.element(field).toHaveValue('The key is !')
  expect(JSON.stringify(sessionStorage)).not.toContain(secret)
  await field.fill('Recover it with legal winner thank year wave sausage worth useful legal winner thank yellow')
  await button('Add note').click()
  await expect
    .element(field)
    .toHaveAccessibleDescription(/^Secrets are not kept\. The text had a private key, seed phrase or access token/)
  await expect.element(field).toHaveFocus()
  expect(added(calls)).toEqual([])
  await field.fill('Pay 0001 2345-6789.')
  await expect.element(field).toHaveAccessibleDescription(/looks like an account number/)
})

test('an open note is marked as done and opened again, which its history shows', async () => {
  const { answers } = notesServer([noteOf({ assignee: testPerson })])
  await open(answers)
  await expect.element(items).toHaveTextContent('Open, for you (Ines Okafor)')
  await button('Mark as done note of Lena Brandt').click()
  await expect.element(items).toHaveTextContent(/Done, Ines Okafor, /)
  await expect.element(button('Open again note of Lena Brandt')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(items).toHaveTextContent('Open, for you')
  await page.getByText('History, 2').click()
  await expect.element(page.getByText(/^Marked as done by Ines Okafor, /)).toBeVisible()
  await expect.element(page.getByText(/^Opened again by Ines Okafor, /)).toBeVisible()
  await checkAccessibility()
})

test('a note is given to another person and to no one', async () => {
  const { answers } = notesServer([noteOf()])
  await open(answers)
  await button('Assign note of Lena Brandt').click()
  await page.getByRole('combobox', { name: 'Assign to' }).selectOptions('Lena Brandt')
  await button('Assign').click()
  await expect.element(items).toHaveTextContent('Open, for Lena Brandt')
  await expect.element(button('Mark as done note of Lena Brandt')).toHaveFocus()
  await button('Reassign note of Lena Brandt').click()
  await page.getByRole('combobox', { name: 'Assign to' }).selectOptions('No one')
  await button('Assign').click()
  await expect.element(items).not.toHaveTextContent('Open')
  await page.getByText('History, 2').click()
  await expect.element(page.getByText(/^Assignee removed by Ines Okafor, /)).toBeVisible()
})

test('only the author corrects a note, and the text before stays in its history', async () => {
  const mine: Partial<RecordNote> = { person: testPerson.name, is_mine: true, text: 'Frist call.' }
  const { answers } = notesServer([noteOf(), noteOf(mine)])
  await open(answers)
  await expect.element(items.nth(1)).toBeVisible()
  expect(button(/^Correct/).all()).toHaveLength(1)
  await button(/^Correct/).click()
  await page.getByRole('textbox', { name: 'Corrected text' }).fill('First call.')
  await button('Save correction').click()
  await expect.element(items.nth(1)).toHaveTextContent('First call.')
  await page.getByText('History, 1').click()
  await expect.element(page.getByText('Before: Frist call.')).toBeVisible()
})

test('a change that fails says so and keeps the note, and its repeat has the same id', async () => {
  const { state, answers } = notesServer([noteOf({ assignee: testPerson })])
  state.fail = () => problem(503, 'database-unavailable', 'The database is not available.')
  const { calls } = await open(answers)
  const done = button('Mark as done note of Lena Brandt')
  await done.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The database is not available.')
  state.fail = () => undefined
  await done.click()
  await expect.element(items).toHaveTextContent('Done, Ines Okafor')
  const ids = calls.filter(({ method }) => method === 'POST').map(({ body }) => (body as { id: string }).id)
  expect(ids[1]).toBe(ids[0])
})

test('notes that cannot be read are no empty list, and come back with a retry', async () => {
  const { answers } = notesServer([noteOf({ text: undefined })])
  const read = answers['GET /notes/of']
  let isDown = true
  const failing = () =>
    isDown ? problem(503, 'database-unavailable', 'The database is not available.') : (read as () => object)()
  await open({ ...answers, 'GET /notes/of': failing })
  await expect.element(page.getByText('The notes could not be loaded.')).toBeVisible()
  expect(page.getByText('No notes yet.').all()).toEqual([])
  isDown = false
  await button('Try again').click()
  await expect
    .element(page.getByText('This note can no longer be read, because the secret of this console has changed.'))
    .toBeVisible()
})

test('a hostile text stays in its place at every width', async () => {
  const text = `<img src=x onerror=alert(1)> ${'x'.repeat(500)}\n\u202eevil`
  const { answers } = notesServer([
    noteOf({ text, person: 'N'.repeat(200), assignee: { ...lena, name: 'A'.repeat(200) } }),
  ])
  for (const width of [390, 1440]) {
    const { screen } = await open(answers, { width })
    await expect.element(items).toHaveTextContent('<img src=x onerror=alert(1)>')
    expect(document.querySelector('ol bdi')?.textContent).toContain('\u202e')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.unmount()
  }
})

test('a record is handed over to a colleague, who must be chosen', async () => {
  const { answers } = notesServer()
  const { calls } = await open(answers)
  await button('Hand over').click()
  const form = page.getByRole('form', { name: 'Hand over' })
  await expect.element(form.getByRole('textbox', { name: 'What is left to do' })).toHaveFocus()
  await userEvent.keyboard('Ask the bank for its trace number.')
  await form.getByRole('button', { name: 'Hand over' }).click()
  await expect.element(form.getByText('Choose who takes over.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Assign to' }).selectOptions('Lena Brandt')
  await form.getByRole('button', { name: 'Hand over' }).click()
  await expect.element(items).toHaveTextContent(/Open, for Lena Brandt.*Ask the bank/)
  await expect.element(button('Hand over')).toHaveFocus()
  expect(added(calls).map(({ assignee }) => assignee)).toEqual([lena.subject])
})

test('who may only read sees the notes and no button', async () => {
  await open({ 'GET /notes/of': { notes: [noteOf()], omitted: 0, me: testPerson, is_read_only: true } })
  await expect.element(items).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})
