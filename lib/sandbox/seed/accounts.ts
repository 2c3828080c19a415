/** The approved fiat accounts of seeded withdrawals, with plausible wire instructions. */
import { createHash } from 'node:crypto'
import type { FiatAccount } from '../../provider/fiat-accounts'
import { createRandom } from '../random'
import { timestampOf } from '../timestamps'
import { cast, orsaAccount } from './parties'

const banks = [
  ['Harbour National Bank', '021000089', 'New York', 'NY', '10013'],
  ['First Lakes Trust', '071000013', 'Chicago', 'IL', '60603'],
  ['Pacific Union Bank', '121000248', 'San Francisco', 'CA', '94104'],
  ['Granite State Savings', '011401533', 'Manchester', 'NH', '03101'],
] as const
const owners = ['Aldermoor Trading Ltd', 'Bluefin Logistics Inc', 'Cedar & Pine Supply', 'Delta Grain LLC'] as const
const streets = ['Front Street', 'Market Street', 'Union Avenue', 'Canal Road'] as const

/** @param createdAt milliseconds since 1970 */
export function seededAccount(id: string, createdAt: number): FiatAccount {
  const random = createRandom(createHash('sha256').update(id).digest().readInt32BE())
  const [bank, routing, city, province, zip] = random.pick<(typeof banks)[number]>(banks)
  const address = {
    country: 'US',
    address1: `${1 + random.below(400)} ${random.pick(streets)}`,
    city,
    province,
    zip_code: zip,
  }
  const created_at = timestampOf(createdAt * 1000)
  return {
    id,
    fiat_account_owner: { institution_details: { name: id === orsaAccount ? cast.orsa : random.pick(owners) } },
    fiat_network_instructions: {
      wire: {
        account_number: String(1e9 + random.below(9e9)),
        fiat_account_owner_address: address,
        routing_details: {
          routing_number_type: 'ABA',
          routing_number: routing,
          bank_name: bank,
          bank_address: { country: 'US', city, province, zip_code: zip },
        },
      },
    },
    status: 'APPROVED',
    created_at,
    updated_at: created_at,
  }
}
