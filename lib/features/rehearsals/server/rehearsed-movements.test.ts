/** Movements that a visitor of a demo plans, whose money a rehearsal lets arrive: from the plan to the end. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { movementsAmong } from '../../../api/movement-links'
import { compareDecimals, sumOf } from '../../../domain/decimals'
import { readTransfer } from '../../../provider/reading'
import type { NewRule } from '../../../provider/rules'
import { profiles } from '../../../sandbox/seed/parties'
import { anchor, controlToken } from '../../../sandbox/testing'
import { transferPages } from '../../../server/records/page-rows'
import { Records } from '../../../server/records/records'
import { controlOf, createControl } from '../../../server/sandbox-control'
import { silentLog } from '../../../server/testing'
import { account, describeOnBothDatabases, ines, type WriteFixture } from '../../../server/writes/testing'
import { accountsOf, flowOf, resultOf, standOf } from '../../money/balance'
import type { NewMovement } from '../../money/input'
import type { MovementAnswer } from '../../money/interface'
import { createMovements } from '../../money/server/movement-routes'
import { MovementStore } from '../../money/server/movement-store'
import { stationsOf } from '../../money/stations'
import type { RehearsalValues } from '../interface'
import { registerRehearsals } from './rehearsal-routes'

const profile = profiles[1].id
const address = `0x${'a'.repeat(40)}`

/** A console of a demo, asked as its pages ask it. */
function demoOf(bench: WriteFixture) {
  const basis = () => {
    const { clock, ledger } = bench.core()
    return { database: bench.database(), clock, encryption: ledger.encryption }
  }
  const recordsOf = () => new Records({ ...basis(), log: silentLog })
  const handlers = () => {
    const { clock } = bench.core()
    const records = recordsOf()
    const movements = new MovementStore({ ...basis(), sets: records.rows.movements })
    const control = createControl({ baseUrl: `http://127.0.0.1:${bench.service().port}`, token: controlToken })
    return {
      ...createMovements({ writes: bench.core(), movements, records, team: { settings: async () => ({}) } }),
      ...registerRehearsals({ clock, control: controlOf(control, 'demo-client'), isWorld: true }).handlers,
    }
  }
  const asked = (input: object) =>
    ({
      environment: 'sandbox',
      owner: bench.core().upstreams.of('sandbox').owner,
      session: ines,
      context: { isPersonal: true, upstream: {}, request: new Request('http://localhost') },
      ...input,
    }) as never
  return {
    /** What a console that follows the provider has read by now. */
    async follow() {
      const { clock, upstreams } = bench.core()
      const caller = { kind: 'background', subject: 's' } as const
      const asking = { caller, clock, signal: new AbortController().signal }
      const query = { 'updated_at.gte': new Date(anchor).toISOString(), order_by: 'UPDATED_AT', limit: 1_000 } as const
      await transferPages(upstreams.of('sandbox'), recordsOf(), asking).page(query)
    },
    plan: (id: string, body: NewMovement) => handlers().planMovement(asked({ values: { id }, body })),
    read: async (id: string) => (await handlers().readMovement(asked({ values: { id } }))) as MovementAnswer,
    rehearsing: () => handlers().readRehearsing(asked({})),
    letDepositArrive: (values: RehearsalValues) =>
      handlers().rehearse(asked({ body: { name: 'letDepositArrive', ...values } })),
  }
}

type Way = {
  kind: NewMovement['kind']
  rule: Omit<NewRule, 'ref_id' | 'profile_id' | 'source_asset'>
  track: string[]
  /** What leaves, or is there in the end. */
  out: [amount: string, asset: string]
  fee: string
}

const source = { crypto: { network: 'ETHEREUM' } }
const ways: Record<string, Way> = {
  'a redemption of what a network brings': {
    kind: 'redeem',
    rule: { destination_asset: 'USD', source },
    track: ['in', 'redeemed'],
    out: ['5000', 'USD'],
    fee: '0',
  },
  'a redemption that is wired out': {
    kind: 'redeem',
    rule: { destination_asset: 'USD', source, destination: { fiat: { fiat_account_id: '', memo: 'Invoice 7752' } } },
    track: ['in', 'redeemed', 'out'],
    out: ['4975', 'USD'],
    fee: '25',
  },
  'a redemption of what arrives in the profile': {
    kind: 'redeem',
    rule: { destination_asset: 'USD', source: { profile: { profile_id: profile } } },
    track: ['in', 'redeemed'],
    out: ['5000', 'USD'],
    fee: '0',
  },
  'a conversion': {
    kind: 'convert',
    rule: { destination_asset: 'USDG', source },
    track: ['in', 'converted'],
    out: ['5000', 'USDG'],
    fee: '0',
  },
  'a conversion that is sent to an address': {
    kind: 'convert',
    rule: { destination_asset: 'USDG', source, destination: { crypto: { address, network: 'BASE' } } },
    track: ['in', 'converted', 'out'],
    out: ['4999', 'USDG'],
    fee: '1',
  },
}

describeOnBothDatabases('A planned movement', (bench) => {
  const { test } = bench
  const demo = demoOf(bench)
  const pass = (seconds: number) => {
    bench.service().time.now += seconds * 1000
  }

  /** A fiat account that is approved by now. */
  async function approved(): Promise<string> {
    const id = randomUUID()
    await bench.ask('createFiatAccount', { ref_id: id, ...account }, { id })
    pass(10)
    return (await bench.row(id)).record_id ?? ''
  }

  test.each(bench.sample(Object.entries(ways)))(
    'of %s arrives once its deposit does, and adds up',
    async (_, { kind, rule, track, out, fee }) => {
      const [id, rule_intent] = [randomUUID(), randomUUID()]
      const destination = rule.destination?.fiat
        ? { fiat: { ...rule.destination.fiat, fiat_account_id: await approved() } }
        : rule.destination
      const body: NewRule = {
        ref_id: rule_intent,
        profile_id: profile,
        source_asset: 'USDC',
        ...rule,
        ...(destination && { destination }),
      }
      await demo.plan(id, { kind, amount: '5000.00', rule_intent, rule: body })
      await bench.ask('createRule', body, { id: rule_intent })
      const planned = await demo.read(id)
      expect([planned.transfers.length, planned.ahead?.length]).toEqual([0, track.length])

      const [known] = (await demo.rehearsing()).rules
      const { address: to, profile_id, asset } = known ?? {}
      expect(to ?? profile_id).toBe(planned.ahead?.[0]?.route.source_address ?? profile)
      await demo.letDepositArrive({ amount: '5000.00', asset, address: to, profile_id })
      pass(60)
      await demo.follow()

      const answer = await demo.read(id)
      const [movement] = movementsAmong(answer.transfers.map(readTransfer))
      const stations = movement ? stationsOf(movement) : []
      expect(stations.map((station) => station.kind)).toEqual(track)
      const isAhead = (answer.ahead?.length ?? 0) > 0
      const accounts = accountsOf(stations)
      expect(standOf(stations, accounts, { isAhead, isLate: false }).state).toBe('done')
      expect(flowOf(accounts).in).toEqual([{ amount: '5000.00', asset: 'USDC' }])
      const [went, ...others] = resultOf(accounts)
      const fees = sumOf(stations.flatMap((station) => station.fees.map(({ amount }) => amount))) ?? ''
      expect([went?.asset, others]).toEqual([out[1], []])
      for (const [found, expected] of [
        [went?.amount ?? '', out[0]],
        [fees, fee],
        [sumOf([went?.amount ?? '', fees]) ?? '', '5000.00'],
      ] as const)
        expect(compareDecimals(found, expected), `${found} and ${expected}`).toBe(0)
      expect([answer.plan?.id, answer.unplanned]).toEqual([id, undefined])
    },
  )
})
