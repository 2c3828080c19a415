/**
 * Nothing that one person sends stops the others. While each attack runs, the console's health is asked at a steady pace
 * and another person reads a list and places orders. ATTACK_SECONDS sets how long each lasts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AttackStage, type Damage, type Delays, startAttackStage } from '../attack-stage'
import { attacksWith } from '../attacks'
import { secrets } from '../processes'

const isCampaign = process.env.CAMPAIGN !== undefined
const seconds = Number(process.env.ATTACK_SECONDS ?? 1)
const attacks = attacksWith(isCampaign ? 10_000 : 300)

/**
 * The bound on the p99 of health, in milliseconds. In a campaign 100 ms, or on a busy machine three times what the
 * console that is not attacked takes meanwhile. npm test shares two cores with a browser and other consoles, so there
 * only a stall counts: what was found before took from half a second up.
 */
const boundOf = (idle: Delays) => (isCampaign ? Math.max(100, 3 * idle.p99) : Math.max(400, 5 * idle.p99))
const isSlow = ({ health, idle }: Damage) => health.p99 > boundOf(idle)

let stage: AttackStage
let quiet: Delays
const table: Record<string, string | number>[] = []

beforeAll(async () => {
  // In npm test the attackers mostly wait, because others compute meanwhile.
  stage = await startAttackStage({ seconds, pause: isCampaign ? 0 : 50 })
  quiet = await stage.quiet(seconds * 1000)
}, 120_000)

afterAll(async () => {
  await stage?.stop()
  const rounded = ({ p50, p99 }: Delays) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`
  console.log(`Health in quiet, p50 / p99: ${quiet && rounded(quiet)} ms. Delays in ms, memory in MB.`)
  console.table(table)
})

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
    table.push({
      attack: attack.name,
      requests: damage.requests,
      seconds: Math.round(damage.milliseconds / 100) / 10,
      answers: byCount(damage.outcomes),
      'health p50': Math.round(health.p50 * 10) / 10,
      'health p99': Math.round(health.p99 * 10) / 10,
      'idle p99': Math.round(idle.p99 * 10) / 10,
      'process before, peak, after': [before.process, peak, after.process].map(Math.round).join(', '),
      'used before, after': [before.used, after.used].map(Math.round).join(', '),
      'reads, orders': `${person.reads.length}, ${person.orders.length}`,
    })
    expect(await stage.areRunning()).toBe(true)
    expect(health.failed, 'health requests that failed').toBe(0)
    expect(health.p99, 'milliseconds until health answers, p99').toBeLessThan(boundOf(idle))
    expect(new Set(person.reads)).toEqual(new Set([200]))
    expect(new Set(person.orders)).toEqual(new Set([201]))
    expect(damage.printed).not.toMatch(/internal-error|^ +at /m)
    expect(damage.printed).not.toContain(secrets.mark)
    expect(after.used).toBeLessThan(before.used * 1.5)
    expect(peak).toBeLessThan(before.process + 256)
  },
)
