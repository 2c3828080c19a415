/** Tenants: each client has its own isolated database file, clock, stress switches and request log. */
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

/** The isolated state of one client. */
export class Tenant {
  readonly store: Store
  readonly clock: Clock
  readonly stress: Stress
  readonly requests = new RequestLog()
  /** Called when state or clock have changed. */
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

  /** Runs all due steps, each at its own time, and returns the current state. */
  snapshot(): Snapshot {
    const now = this.clock.now() * 1000
    const snapshot = { store: this.store, now }
    runDueSteps(snapshot)
    return snapshot
  }

  /** Runs a change in a transaction. */
  change<Result>(work: (snapshot: Snapshot) => Result): Result {
    const snapshot = this.snapshot()
    const result = this.store.transaction(() => work(snapshot))
    this.notify()
    return result
  }

  setClock(setting: { now?: number; speed?: number }): void {
    // Steps due by the old clock run at their old times.
    this.snapshot()
    this.clock.set(setting)
    this.notify()
  }

  /** Wakes all waiters. */
  notify(): void {
    for (const watcher of [...this.#watchers]) watcher()
  }

  /** Resolves on the next notification, or after so many wall-clock milliseconds. */
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

  /** @param isKept whether its file is kept */
  close(isKept = true): void {
    this.#isClosed = true
    this.stress.stop()
    this.notify()
    this.store.close(isKept)
  }
}

export type TenantsOptions = {
  /** Created with mode 0700 if absent. */
  folder: string
  /** Seed of new tenants; without `anchor` the seeded history ends about when the tenant is created. */
  seed: { transfers: number; anchor?: number }
  /** Milliseconds since 1970. */
  wall: () => number
}

/** Another number of transfers than usual, or a history that ends now. */
export type ResetOptions = { transfers?: number; reseed?: boolean }

/** Closed tenants between two garbage collections. */
const closedBeforeCollection = 16

/**
 * On Node 20, statements of a closed database keep its files open until they are garbage-collected, which can take
 * thousands of them, while a process can open about a thousand files. Node 22 finalizes them with the database.
 */
function collectGarbage(): void {
  if (Number.parseInt(process.versions.node, 10) >= 22) return
  setFlagsFromString('--expose-gc')
  const collectNow: unknown = runInNewContext('gc')
  if (typeof collectNow === 'function') collectNow()
}

export class Tenants {
  readonly #open = new Map<string, Tenant>()
  #closed = 0

  constructor(private readonly options: TenantsOptions) {
    mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  }

  /** Another number of transfers uses other files, so tenants start afresh and the earlier files are kept. */
  #path(id: string): string {
    return join(this.options.folder, `client-${id}-${seedLabel(this.options.seed.transfers)}.sqlite`)
  }

  /** The tenant of a client; its file is copied from the seed if absent. */
  forClient({ id }: Client): Tenant {
    const known = this.#open.get(id)
    if (known) return known
    const path = this.#path(id)
    if (!existsSync(path)) this.#copy(path, id, {})
    const tenant = new Tenant(openStore(path), this.options.wall)
    this.#open.set(id, tenant)
    return tenant
  }

  #copy(path: string, id: string, begin: ResetOptions): void {
    const { folder, seed, wall } = this.options
    const { transfers = seed.transfers, reseed = false } = begin
    const whole: Seed = { transfers, anchor: seed.anchor ?? wall() }
    const temporary = `${path}.new-${process.pid}`
    // A custom seed is used only once, so its file is moved instead of copied.
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
    // Renamed last, so that a file with this name is complete.
    renameSync(temporary, path)
  }

  /** Resets to the seed, with the wall clock, no stress and an empty log. */
  reset(client: Client, begin: ResetOptions = {}): Tenant {
    this.remove(client)
    this.#copy(this.#path(client.id), client.id, begin)
    return this.forClient(client)
  }

  /** Deletes a tenant and its files. */
  remove({ id }: Client): void {
    const open = this.#open.get(id)
    open?.close(false)
    this.#open.delete(id)
    if (open && ++this.#closed % closedBeforeCollection === 0) collectGarbage()
    // A seed label contains a point and an id cannot, so no other client's files match.
    const own = `client-${id}-`
    for (const file of readdirSync(this.options.folder))
      if (file.startsWith(own) && /^\d+\.\d+-\d+\.sqlite/.test(file.slice(own.length)))
        rmSync(join(this.options.folder, file), { force: true })
  }

  close(): void {
    for (const tenant of this.#open.values()) tenant.close()
    this.#open.clear()
  }
}
