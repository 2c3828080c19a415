/**
 * The benchmarks, one after the other. `--only=service|peers|pages|proxy|moves|scrolling` runs one; `--seconds=N` is how
 * long the proxy and each of its baselines are measured; `--transfers=N` is the larger number of transfers for the service.
 */
import { findBrowser } from '../../lib/commands/browser.mjs'
import { benchService } from '../../lib/sandbox/bench'
import { buildBenchConsole } from './build'
import { benchMoves } from './moves'
import { benchPages } from './pages'
import { benchPeers } from './peers'
import { benchProxy } from './proxy'
import { benchScrolling } from './scrolling'

const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
const isWanted = (name: string) => (option('only') ?? name) === name

if (isWanted('moves') || isWanted('scrolling')) process.env.CHROMIUM_PATH = await findBrowser()

if (isWanted('service')) {
  console.log('\nService: time at more transfers, against 10,000 in the same run')
  for (const line of await benchService({ transfers: Number(option('transfers') ?? 1_000_000) })) console.log(line)
}
if (isWanted('peers')) {
  console.log('\nPeers: the sandbox beside json-server and the mock of Prism, on the same transfers in the same run')
  const counts = [10_000, Number(option('transfers') ?? 1_000_000)]
  for (const line of await benchPeers(counts, Number(option('seconds') ?? 4))) console.log(line)
}
if (isWanted('proxy') || isWanted('pages') || isWanted('scrolling')) {
  const folder = await buildBenchConsole()
  if (isWanted('pages')) {
    console.log('\nPages: first-load JavaScript, against a bare page of the same build')
    for (const line of benchPages(folder)) console.log(line)
  }
  if (isWanted('proxy')) {
    console.log('\nProxy: a page of 100 transfers, against others in the same run')
    for (const line of await benchProxy(folder, Number(option('seconds') ?? 12))) console.log(line)
  }
  if (isWanted('scrolling')) {
    console.log('\nScrolling: 400 steps from end to end in Chromium, beside react-window in the same run')
    for (const line of await benchScrolling(folder, Number(option('rounds') ?? 4))) console.log(line)
  }
}
if (isWanted('moves')) {
  console.log('\nMoves: what a person waits for in Chromium, with 40 ms in the service')
  for (const line of await benchMoves(Number(option('moves') ?? 40))) console.log(line)
}
