import { CircleCheck } from 'lucide-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderInConsole } from '@/components/testing/render'
import { Track, type TrackStop } from './track'

const money = (amount: string, asset: string) => ({ amount, asset })
const gaps = ['waiting for your approver', '1 h 55 min 28 s', 'waiting for the provider', 'waiting for treasury']

const stop = (index: number): TrackStop => ({
  key: String(index),
  state: 'done',
  tone: 'ok',
  icon: CircleCheck,
  title: 'Sent on Arbitrum One',
  at: 'since 23 Nov 2026 09:42:10 UTC',
  text: 'Main treasury to Nordhavn Bank ••3310',
  gap: gaps[index % 4],
  in: money('123456789.123456', 'PYUSD'),
  fees: [money('10.00', 'PYUSD')],
  out: money('180000.00', 'USDC'),
  proof: 'Converted by rule USDC mint',
})

// What the page has beside the navigation at 1440 and 1280 pixels, and beside the rehearsal too.
test.each([
  [5, 1180],
  [6, 1180],
  [7, 1180],
  [5, 1020],
  [6, 1020],
  [7, 1020],
  [7, 690],
])('%i stations in %i pixels each keep to their column', async (count, width) => {
  await renderInConsole(
    <div style={{ width }}>
      <Track stops={Array.from({ length: count }, (_, index) => stop(index))} label="Stations" />
    </div>,
  )
  const stations = page.getByRole('list', { name: 'Stations' }).getByRole('listitem').elements()
  expect(stations).toHaveLength(count)
  const over = stations.flatMap((station) => {
    const { right } = station.getBoundingClientRect()
    return [...station.querySelectorAll('.gap, h3, p, .amount, .asset, .proof')]
      .filter((part) => part.getBoundingClientRect().right > right)
      .map((part) => part.textContent)
  })
  expect(over).toEqual([])
  // The line goes on beside what stands on it.
  const [rail] = stations.flatMap((station) => [...station.querySelectorAll('.rail')])
  expect(rail?.scrollWidth).toBeLessThanOrEqual(rail?.clientWidth ?? 0)
})

test('a row that no station has anything in is left out, and one that some have something in stands in all', async () => {
  const { fees: _, out: __, ...first } = stop(0)
  const { fees: ___, ...second } = stop(1)
  const { screen } = await renderInConsole(<Track stops={[first]} label="Stations" />)
  const shown = () =>
    [...document.querySelectorAll('.track dt')].filter((one) => one.checkVisibility()).map((one) => one.textContent)
  expect(shown()).toEqual(['In'])
  await screen.unmount()
  await renderInConsole(<Track stops={[first, second]} label="Stations" />)
  expect(shown()).toEqual(['In', 'Out', 'In', 'Out'])
})
