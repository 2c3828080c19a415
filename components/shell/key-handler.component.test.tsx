/** Shortcuts whose code loads after the page. In a file of its own, because a module that was loaded once stays loaded. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInConsole } from '@/components/testing/render'
import { KeyListener } from './key-handler'
import { keySequencesFor, onOpenDialog } from './keyboard'

test('keys act in their order', async () => {
  const pressed: string[] = []
  const opened: string[] = []
  const unsubscribe = onOpenDialog((dialog) => opened.push(dialog))
  await renderInConsole(
    <>
      <KeyListener sequences={keySequencesFor('sandbox', ['treasury'])} />
      <button type="button" data-keys="g t" onClick={() => pressed.push('transfers')}>
        Transfers
      </button>
      <button type="button" data-key="f" onClick={() => pressed.push('filter')}>
        Filter
      </button>
      <input aria-label="Look up" data-key="/" />
    </>,
    { url: '/sandbox/transfers' },
  )
  await expect.element(page.getByRole('button', { name: 'Filter' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(opened).toEqual(['palette'])
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('textbox', { name: 'Look up' })).toHaveFocus()
  await expect.element(page.getByRole('textbox', { name: 'Look up' })).toHaveValue('')
  page.getByRole('textbox', { name: 'Look up' }).element().blur()
  await userEvent.keyboard('gtf')
  await expect.poll(() => pressed).toEqual(['transfers', 'filter'])
  unsubscribe()
})
