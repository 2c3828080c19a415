/** A service with many transfers to look up, its data kept for the next run, and identifiers from all over them. */
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LookupField } from '../../lib/features/lookup/interface'
import { filteredFields } from '../../lib/provider/matching'
import type { Transfer } from '../../lib/provider/transfers'
import { createRandom } from '../../lib/sandbox/random'
import { type RunningProcess, secrets, startSandbox } from '../processes'

/** A million transfers are seeded in about a minute. */
const seedingLimit = 600_000

/** @throws where the process ends or does not answer, with what it printed */
async function untilUp({ url, exited, printed }: RunningProcess): Promise<void> {
  let isOver = false
  void exited.then(() => {
    isOver = true
  })
  for (const begun = performance.now(); !isOver && performance.now() - begun < seedingLimit; ) {
    if (await fetch(url).catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The sandbox ${isOver ? 'ended' : `did not answer within ${seedingLimit / 1000} s`}: ${printed()}`)
}

async function tokenOf(service: string): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: secrets.demo }
  const reply = await fetch(`${service}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  if (!reply.ok) throw new Error(`No token: ${reply.status} ${await reply.text()}`)
  return (await reply.json()).access_token
}

/** @returns a reader of pages of transfers; it throws where a page is refused */
async function pagesOf(service: string): Promise<(query: string) => Promise<Transfer[]>> {
  const authorization = `Bearer ${await tokenOf(service)}`
  return async (query) => {
    const signal = AbortSignal.timeout(20_000)
    const answer = await fetch(`${service}/v2/transfer/transfers?${query}`, { headers: { authorization }, signal })
    if (!answer.ok) throw new Error(`${query} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { items: Transfer[] }).items
  }
}

/** A sandbox with these data, of which the newest and oldest rows and one by its hash can be read. @throws where they cannot */
async function startChecked(folder: string, transfers: number): Promise<RunningProcess> {
  const { sandbox } = await startSandbox(folder, transfers)
  try {
    await untilUp(sandbox)
    const page = await pagesOf(sandbox.url)
    const least = Math.min(transfers, 100)
    for (const order of ['ASC', 'DESC']) {
      const rows = await page(`limit=${least}&order_by=CREATED_AT&order=${order}`)
      if (rows.length < least) throw new Error(`Only ${rows.length} of ${least} rows are there (${order}).`)
      const hash = rows.find((row) => row.crypto_tx_hash)?.crypto_tx_hash
      if (hash && (await page(`crypto_tx_hashes=${hash}`)).length === 0) throw new Error(`${hash} was not found.`)
    }
    return sandbox
  } catch (error) {
    await sandbox.stop()
    throw error
  }
}

/** Starts a sandbox whose transfers are kept in the folder for temporary files. What was kept and is broken is seeded again. */
export async function startLargeService(transfers: number): Promise<RunningProcess> {
  const folder = join(tmpdir(), `mintdesk-lookup-${transfers}`)
  const wasKept = existsSync(folder)
  try {
    return await startChecked(folder, transfers)
  } catch (error) {
    if (!wasKept) throw error
    console.error(`${folder} cannot be used and is seeded again. ${error}`)
    rmSync(folder, { recursive: true, force: true })
    return startChecked(folder, transfers)
  }
}

/** Transfers in pages of 1,000 from random moments, each once. @param least how many at least, if there are as many */
export async function sampleOf(service: string, least: number): Promise<Transfer[]> {
  const page = await pagesOf(service)
  const [first] = await page('limit=1&order_by=CREATED_AT&order=ASC')
  const [last] = await page('limit=1')
  const [from, to] = [Date.parse(first?.created_at ?? ''), Date.parse(last?.created_at ?? '')]
  const random = createRandom(5)
  const sample = new Map<string, Transfer>()
  for (let pages = 0; sample.size < least && pages < (2 * least) / 1_000 + 2; pages++) {
    const moment = new Date(from + random.below(to - from)).toISOString()
    for (const one of await page(`limit=1000&created_at.lt=${moment}`)) sample.set(one.id, one)
  }
  return [...sample.values()]
}

const members = { ...filteredFields, crypto_tx_hashes: 'crypto_tx_hash' } as const satisfies Record<
  LookupField,
  keyof Transfer
>

/** The different values of a sample under a filter. */
export const valuesOf = (sample: readonly Transfer[], field: LookupField): string[] => [
  ...new Set(sample.flatMap((one) => one[members[field]] ?? [])),
]
