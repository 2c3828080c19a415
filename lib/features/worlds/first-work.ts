/**
 * What the people of a demo did before a visitor comes: there are a fiat account, a rule and orders, one of them without an
 * answer. All goes the way of every other write.
 */
import type { NewFiatAccount } from '../../provider/fiat-accounts'
import type { WriteName } from '../../provider/operations'
import type { NewOrder } from '../../provider/orders'
import type { NewRule } from '../../provider/rules'

const supplier: NewFiatAccount = {
  ref_id: 'harbour-payments',
  fiat_account_owner: { institution_details: { name: 'Harbour Payments Ltd' } },
  fiat_network_instructions: {
    wire: {
      account_number: '4415092716',
      fiat_account_owner_address: { country: 'US', address1: '88 Pier Street', city: 'Boston', province: 'MA' },
      routing_details: {
        routing_number_type: 'ABA',
        routing_number: '011000015',
        bank_name: 'First Harbour Bank',
        bank_address: { country: 'US', city: 'Boston', province: 'MA', zip_code: '02110' },
      },
    },
  },
  metadata: { purpose: 'supplier' },
}

const mint = (profile_id: string): NewRule => ({
  ref_id: 'mint-usdg-from-wires',
  profile_id,
  source_asset: 'USD',
  destination_asset: 'USDG',
  nickname: 'Mint USDG from wires',
  source: { fiat: { network: 'WIRE', account_type: 'ABA' } },
})

export type FirstWork = {
  /** Names of the profiles by their ids. */
  profiles: ReadonlyMap<string, string>
  /** Sends a write, once. An unknown outcome is no error. */
  write: (name: WriteName, body: object, path?: Record<string, string>) => Promise<unknown>
  /** From now on the sandbox does the work of the next such request and hangs up, once. */
  loseNextAnswer: (name: WriteName) => Promise<unknown>
}

const idsOf = (profiles: FirstWork['profiles']) => {
  const ids = new Map([...profiles].map(([id, name]) => [name, id]))
  return (profile: string) => ids.get(profile) ?? ''
}

/** Asks for an order that waits for approval wherever a policy holds large ones. */
export async function askForLargeOrder({ profiles, write }: Pick<FirstWork, 'profiles' | 'write'>): Promise<void> {
  const body: NewOrder = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '320000.00' }
  await write('createOrder', body, { profile_id: idsOf(profiles)('Main treasury') })
}

export async function doFirstWork({ profiles, write, loseNextAnswer }: FirstWork): Promise<void> {
  const idOf = idsOf(profiles)
  const order = (profile: string, body: NewOrder) => write('createOrder', body, { profile_id: idOf(profile) })
  await Promise.all([
    write('createFiatAccount', supplier),
    write('createRule', mint(idOf('Treasury ops'))),
    order('Main treasury', { side: 'BUY', market: 'ETHUSD', type: 'MARKET', quote_amount: '50000' }),
    order('Exchange settlement', {
      side: 'SELL',
      market: 'BTCUSD',
      type: 'LIMIT',
      base_amount: '1.25',
      price: '250000',
    }),
  ])
  await loseNextAnswer('createOrder')
  await order('Main treasury', { side: 'SELL', market: 'BTCUSD', type: 'MARKET', base_amount: '0.75' })
}
