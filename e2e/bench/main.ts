/**
 * The benchmarks, one after the other. `--only=service|peers|pages|proxy|moves|lookup|reconcile|movements|records|scrolling|
 * export|webhooks|telemetry|worlds|personas|audit|memory` runs one; `--seconds=N` is how long the proxy and each of its
 * baselines are measured; `--transfers=N` is the larger number of transfers for the service.
 */
import { findBrowser } from '../../lib/commands/browser.mjs'
import { benchAudit } from './audit'
import { buildBenchConsole } from './build'
import { benchExports } from './exports'
import { benchLookup } from './lookup'
import { benchMemory } from './memory'
import { benchMovements } from './movements'
import { benchMoves } from './moves'
import { benchPages } from './pages'
import { benchPeers } from './peers'
import { benchPersonas } from './personas'
import { benchProxy } from './proxy'
import { benchReconciling } from './reconciling'
import { benchRecords } from './records'
import { benchScrolling } from './scrolling'
import { benchService } from './service'
import { benchTelemetry } from './telemetry'
import { benchWebhooks } from './webhooks'
import { benchWorlds } from './worlds'

const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
const isWanted = (name: string) => (option('only') ?? name).split(',').includes(name)

if (['moves', 'lookup', 'reconcile', 'movements', 'worlds', 'personas', 'scrolling'].some(isWanted))
  process.env.CHROMIUM_PATH = await findBrowser()

if (isWanted('service')) {
  console.log('\nService: time at more transfers, against 10,000 in the same run')
  for await (const line of benchService({ transfers: Number(option('transfers') ?? 1_000_000) })) console.log(line)
}
if (isWanted('peers')) {
  console.log('\nPeers: the sandbox beside json-server and the mock of Prism, on the same transfers in the same run')
  const counts = [10_000, Number(option('transfers') ?? 1_000_000)]
  for await (const line of benchPeers(counts, Number(option('seconds') ?? 4))) console.log(line)
}
if (isWanted('proxy') || isWanted('pages') || isWanted('scrolling')) {
  const folder = await buildBenchConsole()
  if (isWanted('pages')) {
    console.log('\nPages: first-load JavaScript, against a bare page of the same build')
    for (const line of benchPages(folder)) console.log(line)
  }
  if (isWanted('proxy')) {
    console.log('\nProxy: a page of 100 transfers, against others in the same run')
    for await (const line of benchProxy(folder, Number(option('seconds') ?? 12))) console.log(line)
  }
  if (isWanted('scrolling')) {
    console.log('\nScrolling: 400 steps from end to end in Chromium, beside react-window in the same run')
    for await (const line of benchScrolling(folder, Number(option('rounds') ?? 4))) console.log(line)
  }
}
if (isWanted('moves')) {
  console.log('\nMoves: what a person waits for in Chromium, with 40 ms in the service')
  for (const line of await benchMoves(Number(option('moves') ?? 40))) console.log(line)
}
if (isWanted('lookup')) {
  const transfers = Number(option('transfers') ?? 1_000_000)
  console.log(`\nLook-up: at ${transfers.toLocaleString('en-GB')} transfers, with 40 ms in the service`)
  for await (const line of benchLookup({ transfers, rounds: Number(option('rounds') ?? 200) })) console.log(line)
}
if (isWanted('reconcile')) {
  const lines = Number(option('lines') ?? 100_000)
  console.log(`\nReconcile: ${lines.toLocaleString('en-GB')} lines and as many transfers in Chromium`)
  for await (const line of benchReconciling(lines)) console.log(line)
}
if (isWanted('movements')) {
  const transfers = Number(option('transfers') ?? 100_000)
  console.log(`\nMovements: at ${transfers.toLocaleString('en-GB')} transfers, with 40 ms in the service`)
  for await (const line of benchMovements(transfers, Number(option('rounds') ?? 100))) console.log(line)
}
if (isWanted('export')) {
  const rows = Number(option('transfers') ?? 1_000_000)
  console.log(`\nExport: ${rows.toLocaleString('en-GB')} transfers at 0 ms, beside a serial walk in the same run`)
  for await (const line of benchExports(rows, Number(option('seconds') ?? 12))) console.log(line)
}
if (isWanted('records')) {
  console.log(
    '\nRecords: history read into our own database, beside a walk of the same pages; and what is asked of it then',
  )
  for await (const line of benchRecords(Number(option('transfers') ?? 200_000), Number(option('rounds') ?? 40)))
    console.log(line)
}
if (isWanted('webhooks')) {
  const [changes, kills] = [Number(option('changes') ?? 100_000), Number(option('kills') ?? 20)]
  console.log('\nWebhooks: from a change at the provider to its message, while the receiver is killed')
  for (const line of await benchWebhooks({ changes, kills })) console.log(line)
}
if (isWanted('worlds')) {
  console.log('\nWorlds: from Try Mintdesk to the first useful page, beside the sign-in page; and what a world costs')
  for await (const line of benchWorlds(Number(option('rounds') ?? 40))) console.log(line)
}
if (isWanted('personas')) {
  console.log('\nPersonas: presses or keys for a usual task, and what the console takes for it')
  for await (const line of benchPersonas()) console.log(line)
}
if (isWanted('audit')) {
  const lines = Number(option('lines') ?? 1_000_000)
  console.log(`\nAudit log: ${lines.toLocaleString('en-GB')} lines, against 10,000 in the same run`)
  for await (const line of benchAudit(lines, Number(option('rounds') ?? 400))) console.log(line)
}
if (isWanted('memory')) {
  const [rate, minutes] = [Number(option('rate') ?? 60), Number(option('minutes') ?? 4)]
  const heap = Number(option('heap') ?? 256)
  console.log(`\nMemory: a console at ${rate} requests a second, with a heap of at most ${heap || 'any'} MB`)
  for await (const line of benchMemory(rate, minutes, heap)) console.log(line)
}
if (isWanted('telemetry')) {
  console.log('\nSignals: what they cost, against a list through the proxy in the same process')
  for (const line of await benchTelemetry()) console.log(line)
}
