/** The customers of the clients: each its own file, clock, stress switches and log, which no other can see or touch. */
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Client } from './clients'
import { Clock } from './clock'
import { RequestLog } from './control/request-log'
import { Stress } from './control/stress'
import { runDueSteps } from './engine/engine'
import type { Snapshot } from './engine/schedule'
import { customerId } from './seed/parties'
import { type Seed, seedFile, seedLabel } from './seed/seed'
import { openStore, type Store } from './store'

/** One client's snapshot. */
export class Tenant {
  readonly store: Store
  readonly clock: Clock
  readonly stress: Stress
  readonly requests = new RequestLog()
  /** Called when something may have come to pass sooner than it seemed. */
  readonly #watchers = new Set<() => void>()
  #isClosed = false

  constructor(store: Store, wall: () => number) {
    this.store = store
    this.clock = new Clock(store, wall)
    this.stress = new Stress(wall)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Does what is due by now, each at its own time, and gives the snapshot as it then is. */
  snapshot(): Snapshot {
    const now = this.clock.now() * 1000
    const snapshot = { store: this.store, now }
    runDueSteps(snapshot)
    return snapshot
  }

  /** A change, whole or not at all. */
  change<Result>(work: (snapshot: Snapshot) => Result): Result {
    const snapshot = this.snapshot()
    const result = this.store.transaction(() => work(snapshot))
    this.notify()
    return result
  }

  /** Sets the clock; what is waited for may be due now. */
  setClock(setting: { now?: number; speed?: number }): void {
    // What was due by the old clock happened by the old clock.
    this.snapshot()
    this.clock.set(setting)
    this.notify()
  }

  /** Lets everybody who waits look again. */
  notify(): void {
    for (const watcher of [...this.#watchers]) watcher()
  }

  /** Resolves when something may have changed, or after so many milliseconds on the wall. */
  async waitForChange(milliseconds: number): Promise<void> {
    const wait = Math.min(milliseconds, 2 ** 31 - 1)
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#watchers.delete(done)
        resolve()
      }
      const timer = setTimeout(done, wait)
      this.#watchers.add(done)
    })
  }

  /** @param isKept whether its file is */
  close(isKept = true): void {
    this.#isClosed = true
    this.stress.stop()
    this.notify()
    this.store.close(isKept)
  }
}

export type TenantsOptions = {
  /** Made with mode 0700 where there is none. */
  folder: string
  /** What a new tenant begins with; without `anchor` the past ends about when the tenant begins. */
  seed: { transfers: number; anchor?: number }
  /** Milliseconds since 1970. */
  wall: () => number
}

/** How a tenant begins: with another number of transfers than usual, or with a past that ends this very moment. */
export type ResetOptions = { transfers?: number; reseed?: boolean }

/** Worlds thrown away before their memory is collected. */
const closedBeforeCollection = 16

/**
 * On Node 20 the statements of a closed database keep its files open until they are collected, and they are so small
 * that this may take thousands of them; a process may hold about a thousand files. Node 22 ends them with the database.
 */
function collectGarbage(): void {
  if (Number.parseInt(process.versions.node, 10) >= 22) return
  setFlagsFromString('--expose-gc')
  const collectNow: unknown = runInNewContext('gc')
  if (typeof collectNow === 'function') collectNow()
}

export class Tenants {
  readonly #options: TenantsOptions
  readonly #open = new Map<string, Tenant>()
  #closed = 0

  constructor(options: TenantsOptions) {
    this.#options = options
    mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  }

  /** Where the service is set to another number of transfers, its customers begin anew, and the earlier ones are kept. */
  #path(id: string): string {
    return join(this.#options.folder, `client-${id}-${seedLabel(this.#options.seed.transfers)}.sqlite`)
  }

  /** The tenant of a client; its file is copied from the seed's where there is none yet. */
  forClient({ id }: Client): Tenant {
    const known = this.#open.get(id)
    if (known) return known
    const path = this.#path(id)
    if (!existsSync(path)) this.#copy(path, id, {})
    const tenant = new Tenant(openStore(path), this.#options.wall)
    this.#open.set(id, tenant)
    return tenant
  }

  #copy(path: string, id: string, begin: ResetOptions): void {
    const { folder, seed, wall } = this.#options
    const { transfers = seed.transfers, reseed = false } = begin
    const whole: Seed = { transfers, anchor: seed.anchor ?? wall() }
    const temporary = `${path}.new-${process.pid}`
    // A seed of its own is as old as it should be, and used once.
    const isOwn = seed.anchor === undefined && (reseed || transfers !== seed.transfers)
    const source = seedFile(folder, whole, isOwn || seed.anchor !== undefined)
    if (isOwn) renameSync(source, temporary)
    else copyFileSync(source, temporary, constants.COPYFILE_FICLONE)
    chmodSync(temporary, 0o600)
    const store = openStore(temporary)
    store.transaction(() => {
      store.setMeta('secret', randomBytes(32).toString('base64url'))
      store.setMeta('customer', id === 'demo-client' ? customerId : randomUUID())
      store.setMeta('clock', JSON.stringify({ wall: wall(), shown: wall(), speed: 1 }))
    })
    store.close(false)
    // A file that has its name is whole.
    renameSync(temporary, path)
  }

  /** Begins anew: as seeded, with the clock of the wall, no stress and an empty log. */
  reset(client: Client, begin: ResetOptions = {}): Tenant {
    this.remove(client)
    this.#copy(this.#path(client.id), client.id, begin)
    return this.forClient(client)
  }

  /** Throws away all that is kept of a client's tenant. */
  remove({ id }: Client): void {
    const open = this.#open.get(id)
    open?.close(false)
    this.#open.delete(id)
    if (open && ++this.#closed % closedBeforeCollection === 0) collectGarbage()
    // An id has no point, a make has one: no other client's files begin so.
    const own = new RegExp(`^client-${id}-\\d+\\.\\d+-\\d+\\.sqlite`)
    for (const file of readdirSync(this.#options.folder))
      if (own.test(file)) rmSync(join(this.#options.folder, file), { force: true })
  }

  close(): void {
    for (const tenant of this.#open.values()) tenant.close()
    this.#open.clear()
  }
}
