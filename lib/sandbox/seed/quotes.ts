/** Seeded issuer quote executions. The spec does not show their meaning and units; ours are below. */
import type { IssuerQuoteExecution, IssuerQuoteStatus } from '../../provider/issuer-quotes'
import { decimalOf, divideRounded, tenTo } from '../money'
import type { Random } from '../random'
import { timestampOf } from '../timestamps'
import { hour, timesBetween } from './drafts'
import { profiles } from './parties'

const tokens = ['USDG', 'PYUSD', 'USDP', 'USDC'] as const

/** Prices have four digits, close to one dollar. */
function priceOf(random: Random): bigint {
  return random.chance(0.6) ? 10_000n : 9_996n + BigInt(random.below(9))
}

function statusOf(random: Random, age: number): IssuerQuoteStatus {
  if (age < 6 * hour && random.chance(0.6)) return 'PENDING'
  return random.weighted([
    ['COMPLETE', 94],
    ['FAILED', 4],
    ['PENDING', 2],
  ])
}

/**
 * So many quotes between two times (microseconds), oldest first. `principal` is dollars and cents:
 * |token_principal| x token_price to the cent; a negative `token_principal` is a redemption.
 */
export function* quotesBetween(
  from: number,
  to: number,
  count: number,
  random: Random,
): Generator<IssuerQuoteExecution, void> {
  let number = 0
  for (const at of timesBetween(from, to, count, random)) {
    number += 1
    // Every twentieth is a redemption; the first few cover every status.
    const isRedemption = number % 20 === 7
    const status = number <= 3 ? (['COMPLETE', 'FAILED', 'PENDING'] as const)[number - 1] : undefined
    const cents = BigInt(Math.round(Math.min(2e9, Math.exp(17 + 1.3 * random.normal()))))
    const units = random.chance(0.5) ? (cents - (cents % 100_000n) + 100_000n) * tenTo(4) : cents * tenTo(4) + 1n
    const price = priceOf(random)
    const principal = divideRounded(units * price, tenTo(8))
    const [main, minting, , , exchange] = profiles
    const profileId = random.weighted([
      [minting.id as string, 6],
      [main.id, 3],
      [exchange.id, 1],
    ])
    yield {
      id: random.uuid(),
      created_at: timestampOf(at),
      asset_type: random.pick(tokens),
      principal: decimalOf(principal, 2, 2),
      fee: decimalOf(random.chance(0.5) ? 0n : divideRounded(principal, 10_000n), 2, 2),
      status: status ?? statusOf(random, to - at),
      ...(random.chance(0.9) ? { ref_id: `quote-${7_000 + number}` } : {}),
      token_fee: decimalOf(random.chance(0.8) ? 0n : divideRounded(units, 20_000n), 6, 2),
      token_price: decimalOf(price, 4, 4),
      token_principal: decimalOf(isRedemption ? -units : units, 6, 2),
      profile_id: profileId,
    }
  }
}
