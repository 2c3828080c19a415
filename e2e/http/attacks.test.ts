/**
 * Nothing that one person sends stops the others. While each attack runs, the console's health is asked at a steady pace
 * and another person reads a list and places orders. ATTACK_SECONDS sets how long each lasts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackStage, type Damage, type Delays, startAttackStage } from '../attack-stage'
import { attacksWith } from '../attacks'
import { secrets } from '../processes'

const isCampaign = process.env.CAMPAIGN !== undefined
const seconds = Number(process.env.ATTACK_SECONDS ?? 0.25)
const attacks = attacksWith(isCampaign ? 10_000 : 200)

/**
 * The bound on the p99 of health, in milliseconds. In a campaign 100 ms, or on a busy machine three times what the
 * console that is not attacked takes meanwhile. npm test times nothing, because it shares two cores with a browser and
 * other consoles: there health must answer at all.
 */
const boundOf = (idle: Delays) => (isCampaign ? Math.max(100, 3 * idle.p99) : Number.POSITIVE_INFINITY)
const isSlow = ({ health, idle }: Damage) => health.p99 > boundOf(idle)

let stage: AttackStage
let quiet: Delays
const lines: string[] = []

beforeAll(async () => {
  // In npm test the attackers mostly wait, because others compute meanwhile.
  stage = await startAttackStage({ seconds, pause: isCampaign ? 0 : 50 })
  quiet = await stage.quiet(seconds * 1000)
}, 120_000)

const inMilliseconds = ({ p50, p99 }: Delays) => `${p50.toFixed(0)}/${p99.toFixed(0)}`.padStart(9)
const inMegabytes = (...sizes: number[]) => sizes.map((size) => size.toFixed(0).padStart(4)).join(' ')

afterAll(async () => {
  await stage?.stop()
  console.log(
    [
      `Health in quiet: ${quiet && inMilliseconds(quiet).trim()} ms (p50/p99). Memory in MB; used is after a collection.`,
      'requests seconds    health      idle | process before peak after | used before after | reads orders | attack: answers',
      ...lines,
    ].join('\n'),
  )
})

function lineOf(name: string, { health, idle, before, peak, after, person, ...damage }: Damage): string {
  return [
    `${String(damage.requests).padStart(8)} ${(damage.milliseconds / 1000).toFixed(1).padStart(7)} ${inMilliseconds(health)} ${inMilliseconds(idle)}`,
    `               ${inMegabytes(before.process, peak, after.process)}`,
    `       ${inMegabytes(before.used, after.used)}`,
    `${String(person.reads.length).padStart(5)} ${String(person.orders.length).padStart(6)}`,
    `${name}: ${byCount(damage.outcomes)}`,
  ].join(' | ')
}

/** Errors that nothing in the console expected. Next itself reports a list that was broken off because it had no end. */
const errorsIn = (printed: string) =>
  printed.split('\n').filter((line) => /internal-error|^\s*⨯(?! Error: failed to pipe response)/.test(line))

const byCount = (outcomes: Record<string, number>) =>
  Object.entries(outcomes)
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join(', ')

test.each(attacks)(
  'others work on during the attack: $name',
  { timeout: 120_000 + seconds * 4_000 },
  async (attack) => {
    let damage = await stage.attackWith(attack)
    // Once more, because this machine may have been busy with something else.
    if (isSlow(damage)) damage = await stage.attackWith(attack)
    const { health, idle, before, peak, after, person } = damage
    lines.push(lineOf(attack.name, damage))
    expect(await stage.areRunning()).toBe(true)
    const allowed = attack.allowed && [...attack.allowed, 'stopped']
    if (allowed) expect(allowed).toEqual(expect.arrayContaining(Object.keys(damage.outcomes)))
    expect(health.failures, 'failed health requests').toEqual([])
    expect(health.p99, 'milliseconds until health answers, p99').toBeLessThan(boundOf(idle))
    expect(new Set(person.reads)).toEqual(new Set([200]))
    // The company's orders are in production, where each first needs a fresh sign-in: what counts is that it is said at once.
    expect(new Set(person.orders)).toEqual(new Set([attack.on === 'demo' ? 200 : 403]))
    expect(errorsIn(damage.printed)).toEqual([])
    expect(damage.printed).not.toContain(secrets.mark)
    expect(after.used).toBeLessThan(before.used * 1.5)
    expect(peak).toBeLessThan(before.process + 256)
  },
)
