/** The background work that removes old records: when it runs, what it logs, and how it ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createConsole } from '../../console/console'
import { migrate, openDatabase } from '../../database/open'
import { pollEvery } from '../../features/exports/server/exporter'
import { type Clock, systemClock } from '../clock'
import { recordedLog, settingsFor } from '../testing'
import { Retention, type RetentionStep } from './retention'

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
  /** Lets pauses between steps run out until these are the timers that are left. */
  async function until({ timers }: ReturnType<typeof handClock>, millis: number[]) {
    const left = () => {
      const pause = timers.findIndex((timer) => timer.millis === 25)
      if (pause >= 0) timers.splice(pause, 1)[0]?.act()
      return timers.map((timer) => timer.millis).toSorted((one, other) => one - other)
    }
    await expect.poll(left, { interval: 1 }).toEqual(millis)
  }

  it('takes a step of each rule in turn until nothing is left, logs what it removed, and runs again an hour later', async () => {
    const hand = handClock()
    const { log, lines } = recordedLog()
    const taken: string[] = []
    const rule = (name: string, ...rows: number[]) => ({
      name,
      async step() {
        taken.push(name)
        return { rows: rows.shift() ?? 0, hasMore: rows.length > 0 }
      },
    })
    const retention = new Retention({ clock: hand.clock, log }, [rule('requests', 100, 50, 20), rule('keys', 3, 4)])
    retention.start()
    expect(hand.timers.map(({ millis }) => millis)).toEqual([60_000])
    hand.next()
    await until(hand, [3_600_000, 3_600_000])
    expect(taken).toEqual(['requests', 'keys', 'requests', 'keys', 'requests'])
    expect(lines).toMatchObject([
      { event: 'retention', rule: 'keys', rows: 7 },
      { event: 'retention', rule: 'requests', rows: 170 },
    ])
    await retention.close()
  })

  it('runs more than ten rules without a warning of Node', async () => {
    const hand = handClock()
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    const names = Array.from({ length: 15 }, (_, index) => `rule ${index}`)
    const step = async () => ({ rows: 0, hasMore: false })
    const rules = names.map((name) => ({ name, step }))
    const retention = new Retention({ clock: hand.clock, log: recordedLog().log }, rules)
    retention.start()
    hand.next()
    await until(
      hand,
      names.map(() => 3_600_000),
    )
    process.off('warning', note)
    expect(warnings).toEqual([])
    await retention.close()
  })

  it('tries a rule soon again that failed or that another console is at', async () => {
    const hand = handClock()
    const { log, lines } = recordedLog()
    const answers: (() => Promise<RetentionStep>)[] = [
      () => Promise.reject(new Error('no disk')),
      () => Promise.reject(new Error('no disk')),
      async () => ({ rows: 0, hasMore: false, isBusy: true }),
    ]
    const step = () => answers.shift()?.() ?? Promise.resolve({ rows: 5, hasMore: false })
    const retention = new Retention({ clock: hand.clock, log }, [{ name: 'keys', step }])
    retention.start()
    hand.next()
    for (const millis of [5_000, 10_000, 30_000, 3_600_000]) {
      await until(hand, [millis])
      hand.next()
    }
    expect(lines).toMatchObject([
      { event: 'retention-failed', rule: 'keys', reason: 'Error' },
      { event: 'retention-failed', rule: 'keys', reason: 'Error' },
      { event: 'retention', rule: 'keys', rows: 5 },
    ])
    expect(JSON.stringify(lines)).not.toContain('no disk')
    await retention.close()
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
    await expect.poll(() => begun, { interval: 1 }).toBe(1)
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

  it('removes presets past their life in the background, and stops when it is closed', async () => {
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
    const left = () => {
      next()
      return keys()
    }
    await expect.poll(left, { interval: 1 }).toEqual(['young'])
    await console.close()
    expect(timers).toEqual([])
  })
})
