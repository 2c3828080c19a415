/** The background work that removes old records: when it runs, what it logs, and how it ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { migrate, openDatabase } from '../database/open'
import { type Clock, systemClock } from './clock'
import { createConsole } from './console'
import { pollEvery } from './reading/exports/exporter'
import { Retention } from './retention'
import { recordedLog, settingsFor } from './testing'

/** A clock whose timers a test lets run out, one after the other. */
function handClock() {
  const timers: { millis: number; act: () => void }[] = []
  const clock: Clock = {
    ...systemClock,
    after(millis, act) {
      // Exports look for work by themselves.
      if (millis === pollEvery) return () => undefined
      const timer = { millis, act }
      timers.push(timer)
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
    },
  }
  return { clock, timers, next: () => timers.shift()?.act() }
}

describe('Retention', () => {
  it('takes each rule in steps until nothing is left, logs what it removed, and runs again an hour later', async () => {
    const { clock, timers, next } = handClock()
    const { log, lines } = recordedLog()
    const steps = [
      { rows: 100, hasMore: true },
      { rows: 20, hasMore: false },
    ]
    const retention = new Retention({ clock, log }, [
      { name: 'failing', step: () => Promise.reject(new Error('no disk')) },
      { name: 'requests', step: async () => steps.shift() ?? { rows: 0, hasMore: false } },
    ])
    retention.start()
    expect(timers.map(({ millis }) => millis)).toEqual([60_000])
    next()
    await expect.poll(() => timers.length).toBe(1)
    next()
    await expect.poll(() => timers.map(({ millis }) => millis)).toEqual([3_600_000])
    expect(lines).toMatchObject([
      { event: 'retention-failed', rule: 'failing', reason: 'Error' },
      { event: 'retention', rule: 'requests', rows: 120 },
    ])
    expect(JSON.stringify(lines)).not.toContain('no disk')
  })

  it('ends with close, after the step that is running, and starts no other', async () => {
    const { clock, timers, next } = handClock()
    const { log, lines } = recordedLog()
    let finish = (_: { rows: number; hasMore: boolean }) => {}
    let begun = 0
    const step = () => {
      begun += 1
      return new Promise<{ rows: number; hasMore: boolean }>((resolve) => {
        finish = resolve
      })
    }
    const retention = new Retention({ clock, log }, [
      { name: 'requests', step },
      { name: 'presets', step },
    ])
    retention.start()
    next()
    let isClosed = false
    const closing = retention.close().then(() => {
      isClosed = true
    })
    await Promise.resolve()
    expect(isClosed).toBe(false)
    finish({ rows: 3, hasMore: true })
    await closing
    expect([begun, timers.length]).toEqual([1, 0])
    expect(lines).toMatchObject([{ event: 'retention', rows: 3 }])
  })
})

describe('A console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-retention-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('removes presets past their life in the background, seals those that stay, and stops when it is closed', async () => {
    const database = openDatabase({ dataFolder: folder })
    await migrate(database)
    const { clock, timers, next } = handClock()
    const defaults = settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' })
    const settings = { ...defaults, retention: { ...defaults.retention, presets: 30 } }
    const preset = { environment: 'sandbox', client_id: 'demo-client', kind: 'profile', person: 'Ines', value: 'Main' }
    const aged = (key: string, days: number) => ({ ...preset, key, at: (Date.now() - days * 86_400_000) * 1000 })
    await database
      .insertInto('preset')
      .values([aged('old', 31), aged('young', 29)])
      .execute()
    const console = createConsole({ settings, database, log: recordedLog().log, clock })
    const keys = async () => (await database.selectFrom('preset').select('key').execute()).map(({ key }) => key)
    expect(await keys()).toEqual(['old', 'young'])
    next()
    // It pauses between two steps.
    await expect.poll(() => timers.length).toBe(1)
    expect(await keys()).toEqual(['young'])
    const values = async () => (await database.selectFrom('preset').select('value').execute()).map(({ value }) => value)
    expect(await values()).toEqual(['Main'])
    next()
    // The preset that stays is sealed, and then the rule that sealed it pauses.
    await expect.poll(() => timers.length).toBe(1)
    expect(await values()).toEqual([expect.stringMatching(/^sealed:1:/)])
    await console.close()
    expect(timers).toEqual([])
  })
})
