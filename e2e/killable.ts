/** Consoles on one database that can be killed at any time, between two faulty proxies. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Random } from '../lib/sandbox/random'
import { tokenOf } from './exactly-once-checks'
import { type FaultRates, type RelayedRequest, startFaultyProxy } from './faulty-proxy'
import { demoVariables, freePort, type RunningProcess, startConsole, startSandbox } from './processes'
import type { Browser } from './session'

const isWrite = ({ method, path }: RelayedRequest) => method !== 'GET' && path.includes('/v2/')
/** Between clients and the consoles. */
const before: FaultRates = { drop: 8, half: 3, lose: 10, cut: 5, late: 12, double: 10, echo: 6 }
/** Between the consoles and the provider. */
const behind: FaultRates = { drop: 5, half: 2, lose: 8, cut: 4, late: 12, slow: 20, double: 8, echo: 5, hang: 1 }
/**
 * A duplicated write without a reference is executed twice, and no console could prevent that. So the proxy
 * behind them never duplicates these, and any that is executed twice was sent twice.
 */
const behindWithoutReference: FaultRates = { ...behind, double: 0, echo: 0 }
const ofTokens: FaultRates = { drop: 3, lose: 3, late: 10 }

/** The key of a write on its way to the provider. */
function keyOf({ body }: RelayedRequest): { key: string; hasReference: boolean } {
  type Body = { ref_id?: string; memo_id?: string; metadata?: { change?: string } }
  const { ref_id, memo_id, metadata }: Body = JSON.parse(body)
  return { key: ref_id ?? memo_id ?? metadata?.change ?? '', hasReference: ref_id !== undefined }
}

function faultRatesBehind(passing: RelayedRequest): FaultRates | undefined {
  if (passing.path.startsWith('/oauth2/')) return ofTokens
  if (!isWrite(passing)) return undefined
  return keyOf(passing).hasReference ? behind : behindWithoutReference
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** What repeating does not mend. */
export class Refused extends Error {}

/** Repeats what may be lost until it is known; a console that is being killed answers nothing. */
export async function until<Known>(ask: () => Promise<Known | undefined>): Promise<Known> {
  for (;;) {
    const known = await ask().catch((failure: unknown) => {
      if (failure instanceof Refused) throw failure
      return undefined
    })
    if (known !== undefined) return known
    await pause(150)
  }
}

export async function read<Body>(browser: Browser, path: string): Promise<Body | undefined> {
  const answer = await browser(path, { signal: AbortSignal.timeout(5_000) })
  return answer.ok ? ((await answer.json()) as Body) : undefined
}

/**
 * Starts a sandbox behind a proxy that counts the writes of the consoles.
 * @param folder of its data
 */
export async function startCountedProvider(
  folder: string,
  random: Random,
  faultRates: (passing: RelayedRequest) => FaultRates | undefined,
) {
  const { sandbox, control, answers } = await startSandbox(folder, 50)
  await answers()
  const left = new Map<string, number>()
  const service = await startFaultyProxy({
    port: await freePort(),
    targets: [sandbox.url],
    faultRates,
    random,
    onRequest: (passing) => {
      if (!isWrite(passing)) return
      const { key } = keyOf(passing)
      left.set(key, (left.get(key) ?? 0) + 1)
    },
  })
  const bearer = await tokenOf(sandbox.url)
  return {
    sandbox,
    control,
    service,
    /** How often each write left the consoles, by its key. */
    left,
    /** Creates a fiat account at the provider that nothing else changes. @returns its id */
    async newAccount(): Promise<string> {
      const answer = await fetch(`${sandbox.url}/v2/transfer/fiat-accounts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          fiat_account_owner: { institution_details: { name: 'Halden Treasury AG' } },
          fiat_network_instructions: { wire: { account_number: '1' } },
        }),
      })
      const { id }: { id: string } = await answer.json()
      return id
    },
    stop: () => Promise.all([sandbox.stop(), service.stop()]),
  }
}

/**
 * @param consoles    how many work on the database
 * @param databaseUrl of PostgreSQL; SQLite if undefined
 */
export async function startKillableConsoles(consoles: number, databaseUrl: string | undefined, random: Random) {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-exactly-once-'))
  const provider = await startCountedProvider(folder, random, faultRatesBehind)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const variables = {
    MINTDESK_DATA: folder,
    NEXTAUTH_URL: origin,
    ...demoVariables(provider.service.url),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const start = async (): Promise<{ port: string; running: RunningProcess }> => {
    const own = String(await freePort())
    return { port: own, running: await startConsole({ ...variables, PORT: own }) }
  }
  const [first, ...others] = [await start(), ...(await Promise.all(Array.from({ length: consoles - 1 }, start)))]
  const all = [first, ...others]
  const front = await startFaultyProxy({
    port,
    targets: [first.running.url, ...others.map(({ running }) => running.url)],
    faultRates: (passing) => (isWrite(passing) ? before : undefined),
    random,
  })
  /** The output of killed consoles. */
  const lastWords: string[] = []
  return {
    ...provider,
    origin,
    front,
    /** Kills a console with SIGKILL and restarts it on the same port and database. */
    async kill(index: number): Promise<void> {
      const victim = all[index]
      if (victim?.running.pid === undefined) throw new Error('It is not running.')
      process.kill(victim.running.pid, 'SIGKILL')
      await victim.running.exited
      lastWords.push(victim.running.printed())
      victim.running = await startConsole({ ...variables, PORT: victim.port })
    },
    /** Internal errors that the consoles printed. */
    faults: () =>
      [...lastWords, ...all.map(({ running }) => running.printed())]
        .flatMap((printed) => printed.split('\n'))
        .filter((line) => /internal-error|^\s*⨯/.test(line)),
    async stop(): Promise<void> {
      await Promise.all([...all.map(({ running }) => running.stop()), front.stop(), provider.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type KillableConsoles = Awaited<ReturnType<typeof startKillableConsoles>>
