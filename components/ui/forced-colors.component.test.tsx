/** With forced colours the system's own colours say what is disabled. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emulateMedia } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import { Button, buttonClass } from './button'
import { Checkbox } from './field'
import { RadioGroup } from './radio-group'

const options = [{ value: 'GTC', label: 'GTC', explanation: 'Until cancelled' }]
const style = (element: Element | null) => getComputedStyle(element ?? document.body)

test('what cannot be used is grey, and what can be is not', async () => {
  await emulateMedia({ forcedColors: 'active' })
  await renderInConsole(
    <>
      <p style={{ color: 'GrayText' }}>Grey</p>
      <RadioGroup id="time" name="time" options={options} value="GTC" onChange={() => {}} />
      <Button aria-disabled>Not now</Button>
      <Button>Now</Button>
      <span className={buttonClass({ kind: 'off' })} aria-disabled="true">
        Older
      </span>
      <Checkbox aria-label="Always" aria-disabled checked readOnly />
      <Checkbox aria-label="Sometimes" checked readOnly />
    </>,
  )
  const grey = style(page.getByText('Grey').element()).color
  const color = (text: string) => style(page.getByText(text, { exact: true }).element()).color
  expect(['Not now', 'Older'].map(color)).toEqual([grey, grey])
  expect(['Until cancelled', 'Now'].map((text) => color(text) === grey)).toEqual([false, false])
  const box = (name: string) => style(page.getByRole('checkbox', { name }).element()).backgroundColor
  expect(box('Always')).toBe(grey)
  expect(box('Sometimes')).not.toBe(grey)
})
