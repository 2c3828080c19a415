/** Shortcuts whose code loads after the page. In a file of its own, because a module that was loaded once stays loaded. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findFile, loseFile } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import { KeyListener } from './key-listener'
import { keySequencesFor, onOpenDialog } from './keyboard'

test('keys pressed before their code is there act in their order, and a lost file is asked for again', async () => {
  // Nothing is loaded ahead of its use.
  vi.stubGlobal('requestIdleCallback', () => 0)
  await loseFile('components/shell/key-handler.ts')
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
  await userEvent.keyboard('f')
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(opened).toEqual(['palette'])
  expect(pressed).toEqual([])
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('textbox', { name: 'Look up' })).toHaveFocus()
  await expect.element(page.getByRole('textbox', { name: 'Look up' })).toHaveValue('')
  page.getByRole('textbox', { name: 'Look up' }).element().blur()

  await findFile('components/shell/key-handler.ts')
  await userEvent.keyboard('gtf')
  await expect.poll(() => pressed).toEqual(['transfers', 'filter'])
  unsubscribe()
})
