/** Movements on both databases, against the sandbox: every goal with everything that goes wrong on the way. */
import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { movementsAmong } from '../../../api/movement-links'
import { ProblemError } from '../../../provider/problem'
import { readTransfer } from '../../../provider/reading'
import type { NewRule } from '../../../provider/rules'
import { sideOf } from '../../../provider/transfer-money'
import { transferTypes } from '../../../provider/transfer-terms'
import { demoClient } from '../../../sandbox/clients'
import { profiles } from '../../../sandbox/seed/parties'
import { anchor } from '../../../sandbox/testing'
import type { Session } from '../../../server/auth/sessions'
import { transferPages } from '../../../server/records/page-rows'
import { beginning } from '../../../server/records/record-rows'
import { Records } from '../../../server/records/records'
import { silentLog } from '../../../server/testing'
import {
  account,
  approver,
  describeOnBothDatabases,
  ines,
  tomas,
  type WriteFixture,
  weighingOf,
} from '../../../server/writes/testing'
import { accountsOf } from '../balance'
import type { NewMovement, PlanChange } from '../input'
import type { MovementAnswer } from '../interface'
import type { WishKind } from '../plans'
import { stationsOf } from '../stations'
import { imbalance } from '../testing'
import { createMovements } from './movement-routes'
import { MovementStore } from './movement-store'

const [main, payouts] = [profiles[0].id, profiles[2].id]
const support: Session = { ...approver, id: 's-4', subject: 'oidc:sam', name: 'Sam', roles: ['support'] }
const address = '0x00000000000000000000000000000000000000aa'

/** Asks the handlers as the routes do. */
function movementsOf(bench: WriteFixture) {
  const desk = () => {
    const { clock, ledger } = bench.core()
    const database = bench.database()
    const records = new Records({ database, clock, encryption: ledger.encryption, log: silentLog })
    const movements = new MovementStore({
      database,
      clock,
      encryption: ledger.encryption,
      sets: records.rows.movements,
    })
    return { records, movements, database }
  }
  /** What a console that follows the provider has done by now. */
  async function follow(since = anchor) {
    const { records, database } = desk()
    const { clock, upstreams } = bench.core()
    const upstream = upstreams.of('sandbox')
    const asking = {
      caller: { kind: 'background', subject: 's' },
      clock,
      signal: new AbortController().signal,
    } as const
    const query = { 'updated_at.gte': new Date(since).toISOString(), order_by: 'UPDATED_AT', order: 'ASC' } as const
    const pages = transferPages(upstream, records, asking)
    let cursor: string | undefined
    do cursor = (await pages.page({ ...query, limit: 1_000, ...(cursor && { page_cursor: cursor }) })).next
    while (cursor)
    const { environment, clientId: client_id } = upstream.owner
    await database
      .insertInto('list_reading')
      .values({
        environment,
        client_id,
        list: 'transfer',
        complete_from: beginning,
        complete_to: clock.now(),
        is_whole: 1,
        swept_at: 0,
        read_at: 0,
        last_sequence: 0,
        lease_id: null,
        lease_until: 0,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const handlers = () => {
    const { records, movements } = desk()
    return createMovements({ writes: bench.core(), movements, records, team: { settings: async () => ({}) } })
  }
  const asked = (session: Session) => ({
    environment: 'sandbox' as const,
    owner: bench.core().upstreams.of('sandbox').owner,
    session,
    context: { isPersonal: true, upstream: {}, request: new Request('http://localhost') },
  })
  type Asked = Parameters<ReturnType<typeof createMovements>['readMovement']>[0]
  const of = <Input>(session: Session, input: Input) => ({ ...asked(session), ...input }) as unknown as Asked & Input
  return {
    follow,
    async read(id: string, session = ines, isFollowed = true): Promise<MovementAnswer> {
      if (isFollowed) await follow()
      return handlers().readMovement(of(session, { values: { id } })) as Promise<MovementAnswer>
    },
    async list(query: object = {}, session = ines) {
      await follow()
      return handlers().listMovements(of(session, { query }) as never)
    },
    plan: (id: string, body: NewMovement, session = ines) =>
      handlers().planMovement(of(session, { values: { id }, body }) as never),
    join: (id: string, other: string, session = ines) =>
      handlers().joinMovement(of(session, { values: { id }, body: { other } }) as never),
    undo: (id: string, other: string, session = ines) =>
      handlers().undoJoin(of(session, { values: { id, other } }) as never),
    change: (id: string, action: PlanChange['action'], session = ines) =>
      handlers().changePlan(of(session, { values: { id }, body: { action } }) as never),
  }
}

const trackOf = ({ transfers, joins }: MovementAnswer) => {
  const [movement] = movementsAmong(transfers.map(readTransfer), joins)
  return movement ? stationsOf(movement) : []
}
const kinds = (answer: MovementAnswer) =>
  trackOf(answer).map(({ kind, state }) => (state === 'done' ? kind : `${kind} ${state}`))

/** The body of a wish's rule, and the track that its money takes. Money comes by wire; a profile gets it from another rule. */
type Goal = {
  kind: WishKind
  rule: (account: string) => Omit<NewRule, 'ref_id'>
  feeder?: Omit<NewRule, 'ref_id'>
  track: string[]
}

const wire = { fiat: { network: 'WIRE', account_type: 'ABA' } }
const mintFor = (destination_asset: NewRule['destination_asset'], profile: string) => ({
  profile_id: main,
  source_asset: 'USD' as const,
  destination_asset,
  source: wire,
  destination: { profile: { profile_id: profile } },
})
const inPayouts = { profile_id: payouts, source: { profile: { profile_id: payouts } } }
const usdc = { source_asset: 'USDC' as const }

const goals: Record<string, Goal> = {
  'mint, kept': {
    kind: 'mint',
    rule: () => ({ profile_id: main, source_asset: 'USD', destination_asset: 'USDC', source: wire }),
    track: ['in', 'minted'],
  },
  'mint to an address': {
    kind: 'mint',
    rule: () => ({
      profile_id: main,
      source_asset: 'USD',
      destination_asset: 'USDC',
      source: wire,
      destination: { crypto: { address, network: 'ETHEREUM' } },
    }),
    track: ['in', 'minted', 'out'],
  },
  'redeem, kept': {
    kind: 'redeem',
    feeder: mintFor('USDC', payouts),
    rule: () => ({ ...inPayouts, ...usdc, destination_asset: 'USD' }),
    track: ['in', 'minted', 'moved', 'redeemed'],
  },
  'convert to an address': {
    kind: 'convert',
    feeder: mintFor('USDC', payouts),
    rule: () => ({
      ...inPayouts,
      ...usdc,
      destination_asset: 'USDG',
      destination: { crypto: { address, network: 'BASE' } },
    }),
    track: ['in', 'minted', 'moved', 'converted', 'out'],
  },
  'pay out USDC': {
    kind: 'pay-out',
    feeder: mintFor('USDC', payouts),
    rule: (fiat_account_id) => ({
      ...inPayouts,
      ...usdc,
      destination_asset: 'USD',
      destination: { fiat: { fiat_account_id, memo: 'Invoice 7752' } },
    }),
    track: ['in', 'minted', 'moved', 'redeemed', 'out'],
  },
}

describeOnBothDatabases('A movement', (bench) => {
  const { test } = bench
  const movements = movementsOf(bench)

  const pass = (seconds: number) => {
    bench.service().time.now += seconds * 1000
  }
  const deposit = (memo_id: string, amount: string, id = randomUUID()) =>
    bench.ask(
      'initiateSandboxFiatDeposit',
      { amount, asset: 'USD', memo_id, fiat_network_instructions: account.fiat_network_instructions },
      { id },
    )

  /** A fiat account that is approved by now. */
  async function approved(bank = 'Harbour Bank'): Promise<string> {
    const id = randomUUID()
    const body = structuredClone(account)
    body.fiat_network_instructions.wire.routing_details.bank_name = bank
    await bench.ask('createFiatAccount', { ref_id: id, ...body }, { id })
    pass(10)
    return (await bench.row(id)).record_id ?? ''
  }

  async function memoOf(ruleIntent: string): Promise<string> {
    const { answer, latest } = await bench.detail(ruleIntent)
    const text = JSON.stringify([answer, latest])
    return /"memo_id":"([^"]+)"/.exec(text)?.[1] ?? ''
  }

  /** What is planned and made before money comes; each step can be repeated by whoever goes on. */
  async function begun(
    name: string,
    goal: Goal,
    { bank, amount = goal.feeder ? '4990.00' : '5000.00' }: { bank?: string; amount?: string } = {},
  ) {
    const [id, rule_intent, feederIntent] = [randomUUID(), randomUUID(), randomUUID()]
    const accountId = goal.rule('').destination?.fiat ? await approved(bank) : ''
    const rule: NewRule = { ref_id: rule_intent, nickname: name, ...goal.rule(accountId) }
    const plan: NewMovement = { kind: goal.kind, amount, rule_intent, rule }
    return {
      id,
      plan: (session = ines) => movements.plan(id, plan, session),
      makeRule: () => bench.ask('createRule', rule, { id: rule_intent }),
      ruleIntent: rule_intent,
      /** The memo of the wire that brings the money. */
      async memo() {
        if (!goal.feeder) return memoOf(rule_intent)
        const body = { ref_id: feederIntent, ...goal.feeder }
        await bench.ask('createRule', body, { id: feederIntent })
        return memoOf(feederIntent)
      },
      read: (session?: Session) => movements.read(id, session),
    }
  }

  /** What the sum must be whatever happened: nothing unexplained, nothing lost. */
  function expectAccounted(answer: MovementAnswer) {
    const { balances, reason } = accountsOf(trackOf(answer))
    expect(reason).toBeUndefined()
    for (const balance of balances) expect([Number(balance.unexplained), Number(imbalance(balance))]).toEqual([0, 0])
  }

  describe.each(bench.sample(Object.entries(goals)))('with the goal "%s"', (name, goal) => {
    const arrived = async (movement: Awaited<ReturnType<typeof begun>>) => {
      const answer = await movement.read()
      expect(kinds(answer)).toEqual(goal.track)
      expect(answer.calls).toBeLessThanOrEqual(6)
      expectAccounted(answer)
      return answer
    }

    test('is followed from the plan to the end, and found by each of its transfers', async () => {
      const movement = await begun(name, goal)
      await movement.plan()
      expect((await movement.read()).transfers).toEqual([])
      await movement.makeRule()
      await deposit(await movement.memo(), '5000.00')
      pass(600)
      const answer = await arrived(movement)
      expect(answer.requests?.map(({ id }) => id)).toContain(movement.ruleIntent)
      for (const { id } of answer.transfers) {
        const same = await movements.read(String(id))
        expect([same.id, same.transfers.length, same.calls <= 6]).toEqual([movement.id, answer.transfers.length, true])
      }
    })

    test('is found by the request for its rule, whoever plans it again', async () => {
      const movement = await begun(name, goal)
      // The provider's clock, by which plans are dated, is known from its answers, to the second.
      await movements.follow()
      await movement.plan()
      const { kind, rule, rule_intent, amount } = (await movement.read()).plan as NewMovement
      pass(60)
      await movements.follow()
      await movements.plan(randomUUID(), { kind, rule, rule_intent, amount }, tomas)
      expect((await movements.read(movement.ruleIntent)).plan?.id).toBe(movement.id)
    })

    test('goes on after the answer to its rule was lost, with one rule', async () => {
      const movement = await begun(name, goal)
      await movement.plan()
      await bench.stress({ drop: [{ operation: 'createRule' }] })
      await movement.makeRule().catch(() => undefined)
      expect((await bench.row(movement.ruleIntent)).state).toBe('unknown')
      expect((await movement.read()).transfers).toEqual([])
      await bench.check(movement.ruleIntent)
      await deposit(await movement.memo(), '5000.00')
      pass(600)
      await arrived(movement)
      // Twice at the provider, one of them the check; one rule.
      expect(await bench.arrived(movement.ruleIntent)).toBe(2)
    })

    test('shows the wire although the answer to the deposit was lost, and sends no second one', async () => {
      const movement = await begun(name, goal)
      await movement.plan()
      await movement.makeRule()
      const [memo, id] = [await movement.memo(), randomUUID()]
      await bench.stress({ drop: [{ operation: 'initiateSandboxFiatDeposit' }] })
      await deposit(memo, '5000.00', id).catch(() => undefined)
      await deposit(memo, '5000.00', id).catch(() => undefined)
      pass(600)
      expect((await arrived(movement)).unplanned).toBeUndefined()
    })

    test('is the same for another console after a restart at each step', async () => {
      const movement = await begun(name, goal)
      bench.restart()
      await movement.plan()
      bench.restart()
      await movement.plan(ines)
      await movement.makeRule()
      bench.restart()
      await movement.makeRule().catch(() => undefined)
      const memo = await movement.memo()
      bench.restart()
      await deposit(memo, '5000.00')
      bench.restart()
      pass(600)
      await arrived(movement)
      expect(await bench.arrived(movement.ruleIntent)).toBe(1)
    })

    test('is planned and begun once by two people at once', async () => {
      const movement = await begun(name, goal)
      const plans = await Promise.allSettled([movement.plan(ines), movement.plan(tomas)])
      expect(plans.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
      await Promise.allSettled([movement.makeRule(), movement.makeRule()])
      await deposit(await movement.memo(), '5000.00')
      pass(600)
      await arrived(movement)
      expect(await bench.arrived(movement.ruleIntent)).toBe(1)
    })

    test('does not take a wire with a memo that is one character off', async () => {
      const movement = await begun(name, goal)
      await movement.plan()
      await movement.makeRule()
      const memo = await movement.memo()
      await deposit(`${memo.slice(0, -1)}0`, '5000.00')
      pass(600)
      const answer = await movement.read()
      expect(answer.transfers).toEqual([])
      // It is offered, and only a person says that it is.
      const [candidate] = answer.candidates ?? []
      expect(answer.candidates?.map(({ amount }) => amount)).toEqual(goal.feeder ? undefined : ['5000.00'])
      if (!candidate) return
      await movements.join(movement.id, candidate.transfer, tomas)
      const joined = await movement.read()
      expect([kinds(joined), joined.joins.map(({ person }) => person)]).toEqual([['in'], [tomas.name]])
      expect((await movements.read(candidate.transfer)).id).toBe(movement.id)
      const { waiting = [] } = await movements.list()
      expect(waiting.map(({ id }) => id)).not.toContain(movement.id)
    })

    test('takes a wire that is a cent short, and says the amount that came', async () => {
      const movement = await begun(name, goal)
      await movement.plan()
      await movement.makeRule()
      await deposit(await movement.memo(), '4999.99')
      pass(600)
      const answer = await arrived(movement)
      expect([answer.plan?.amount, trackOf(answer)[0]?.in?.amount]).toEqual([
        goal.feeder ? '4990.00' : '5000.00',
        '4999.99',
      ])
    })

    test('names a second wire with its memo, and does not add it', async () => {
      const movement = await begun(name, goal)
      await movement.plan()
      await movement.makeRule()
      const memo = await movement.memo()
      await deposit(memo, '5000.00')
      pass(60)
      await deposit(memo, '5000.00')
      pass(600)
      const answer = await arrived(movement)
      expect(answer.unplanned).toHaveLength(1)
      expect((await movements.read(answer.unplanned?.[0]?.transfer ?? '')).plan).toBeUndefined()
    })

    test('is found a day later, and with two plans of the same rule each has its own wire', async () => {
      const movement = await begun(name, goal)
      await movement.plan()
      await movement.makeRule()
      const memo = await movement.memo()
      const second = randomUUID()
      const { rule, rule_intent, kind } = (await movement.read()).plan ?? ({} as NewMovement)
      await movements.plan(second, { kind, rule, rule_intent, amount: goal.feeder ? '6990.00' : '7000.00' }, tomas)
      pass(86_400)
      await deposit(memo, '7000.00')
      await deposit(memo, '5000.00')
      pass(600)
      await arrived(movement)
      const first = (list: MovementAnswer) => trackOf(list)[0]?.in?.amount
      expect([first(await movement.read()), first(await movements.read(second))]).toEqual(['5000.00', '7000.00'])
    })

    test.each([
      ['500', { fail: [{ operation: 'listTransfers', times: 100, status: 500 }] }],
      ['429', { fail: [{ operation: 'listTransfers', times: 100, status: 429, retry_after_seconds: 1 }] }],
      ['cut', { cut: [{ operation: 'listTransfers', times: 100 }] }],
      ['HTML', { fail: [{ operation: 'listTransfers', times: 100, status: 503, content: 'HTML' }] }],
    ])('is an error and never a shorter movement where the provider answers %s', async (_, fault) => {
      const movement = await begun(name, goal)
      await movement.plan()
      await movement.makeRule()
      await deposit(await movement.memo(), '5000.00')
      pass(600)
      await bench.stress(fault)
      await expect(movement.read()).rejects.toBeInstanceOf(ProblemError)
      await bench.stress({})
    })
  })

  test('that fails at the bank says where the money is', async () => {
    const goal = goals['pay out USDC'] as Goal
    const movement = await begun('rejected', goal, { bank: 'REJECT BANK' })
    await movement.plan()
    await movement.makeRule()
    await deposit(await movement.memo(), '5000.00')
    pass(600)
    const answer = await movement.read()
    expect(kinds(answer)).toEqual(['in', 'minted', 'moved', 'redeemed', 'out failed'])
    expectAccounted(answer)
    expect(accountsOf(trackOf(answer)).balances[0]?.rests).toEqual([
      { profile: payouts, asset: 'USD', amount: '4990.00' },
    ])
  })

  test('that waits for travel rule details is on its way, and holds the money', async () => {
    const movement = await begun('waiting', goals['mint to an address'] as Goal, { amount: '50.77' })
    await movement.plan()
    await movement.makeRule()
    await deposit(await movement.memo(), '50.77')
    pass(600)
    // The wire itself waits: its amount ends in .77.
    expect(kinds(await movement.read())).toEqual(['in waiting'])
  })

  test('is joined with a transfer by a person, who is named, and only with one that exists', async () => {
    const movement = await begun('returned', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    await deposit(await movement.memo(), '5000.00')
    await deposit('MDRETURNED', '5000.00')
    pass(600)
    const answer = await movement.read()
    const { movements: rows } = await movements.list({ limit: 50 })
    const other = rows.find(({ memo }) => memo === 'MDRETURNED')?.id ?? ''
    await expect(movements.join(String(answer.transfers[0]?.id), randomUUID())).rejects.toBeInstanceOf(ProblemError)
    await movements.join(String(answer.transfers[0]?.id), other, tomas)
    const joined = await movement.read()
    expect([joined.transfers.length, joined.joins.map(({ person }) => person)]).toEqual([
      answer.transfers.length + 1,
      [tomas.name],
    ])
    expect((await movements.read(other)).id).toBe(movement.id)
  })

  test('is joined until a person undoes it, who is named, and is joined again by whoever does', async () => {
    const movement = await begun('undone', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    await deposit(await movement.memo(), '5000.00')
    await deposit('MDUNDONE', '5000.00')
    pass(600)
    const { transfers } = await movement.read()
    const first = String(transfers[0]?.id)
    const { movements: rows } = await movements.list({ limit: 50 })
    const other = rows.find(({ memo }) => memo === 'MDUNDONE')?.id ?? ''
    await expect(movements.undo(first, other)).rejects.toMatchObject({ problem: { status: 404 } })
    await movements.join(first, other, tomas)
    await movements.undo(other, first, ines)
    await movements.undo(first, other, tomas)
    for (const [id, count] of [
      [first, transfers.length],
      [other, 1],
    ] as const) {
      const apart = await movements.read(id)
      expect([apart.transfers.length, apart.joins, apart.undone]).toEqual([
        count,
        [],
        [expect.objectContaining({ person: tomas.name, undone: { person: ines.name, at: expect.any(String) } })],
      ])
    }
    await movements.join(first, other, ines)
    const again = await movements.read(other)
    expect([again.joins.map(({ person }) => person), again.undone]).toEqual([[ines.name], undefined])
  })

  test('that a person said was a plan’s waits again once that is undone', async () => {
    const movement = await begun('wrong wire', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    await deposit('MDNOTTHIS', '5000.00')
    pass(60)
    const [candidate] = (await movement.read()).candidates ?? []
    await movements.join(movement.id, candidate?.transfer ?? '')
    const waits = async () => ((await movements.list()).waiting ?? []).some(({ id }) => id === movement.id)
    expect([(await movement.read()).transfers.length, await waits()]).toEqual([1, false])
    await movements.undo(movement.id, candidate?.transfer ?? '', tomas)
    const apart = await movement.read()
    expect([apart.transfers.length, apart.undone?.[0]?.undone.person, await waits()]).toEqual([0, tomas.name, true])
  })

  /** Types of money that comes in, one of them not documented yet. */
  const incoming = [
    ...transferTypes.filter((type) => sideOf({ type }) === 'CREDIT' && !/^(?:CRYPTO|PLATFORM)_/.test(type)),
    'FEDNOW_DEPOSIT',
  ]
  /** As if money with this memo had come over another network. */
  const retype = (memo: string, type: string) =>
    bench
      .service()
      .tenants.forClient(demoClient)
      .store.run(
        "UPDATE transfers SET type = ?, answer = json_set(answer, '$.type', ?) WHERE json_extract(answer, '$.memo') = ?",
        ...[type, type, memo],
      )

  test.each(bench.sample(incoming))(
    'whose money comes as %s waits for it nowhere, in the list or on its page',
    async (type) => {
      const movement = await begun(type, goals['mint, kept'] as Goal)
      await movement.plan()
      await movement.makeRule()
      const memo = await movement.memo()
      const waits = async () => ((await movements.list()).waiting ?? []).some(({ id }) => id === movement.id)
      expect([(await movement.read()).transfers.length, await waits()]).toEqual([0, true])
      await deposit(memo, '5000.00')
      pass(600)
      retype(memo, type)
      expect([(await movement.read()).transfers.length > 0, await waits()]).toEqual([true, false])
    },
  )

  test.each(bench.sample(incoming.filter((type) => /^(?!FEDNOW).*_DEPOSIT$/.test(type))))(
    'is offered money whose memo is one character off, as %s',
    async (type) => {
      const movement = await begun(type, goals['mint, kept'] as Goal)
      await movement.plan()
      await movement.makeRule()
      const memo = `${(await movement.memo()).slice(0, -1)}0`
      await deposit(memo, '5000.00')
      pass(600)
      retype(memo, type)
      expect((await movement.read()).candidates?.map(({ memo: its }) => its)).toContain(memo)
    },
  )

  test('whose money came among a thousand other changes is not said to be missing', async () => {
    const movement = await begun('unread', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    pass(3_600)
    await deposit(await movement.memo(), '5000.00')
    pass(600)
    const store = bench.service().tenants.forClient(demoClient).store
    const from = 'FROM transfers WHERE profile_id = ? AND created_at = (SELECT max(created_at) FROM transfers) LIMIT 1'
    const at = bench.service().time.now * 1000 + 3_600_000_000
    const time = new Date(at / 1000).toISOString()
    const changes = "'$.id', id, '$.created_at', ?, '$.updated_at', ?, '$.memo', 'MDOTHER'"
    for (let count = 0; count < 1_001; count++)
      store.run(
        `INSERT INTO transfers (id, created_at, updated_at, profile_id, type, status, answer)
          SELECT id, ?, ?, profile_id, type, status, json_set(answer, ${changes})
          FROM (SELECT ? AS id, profile_id, type, status, answer ${from})`,
        ...[at, at, time, time, randomUUID(), main],
      )
    pass(7_200)
    const later = await begun('later', goals['mint, kept'] as Goal)
    await movements.list()
    await later.plan()
    await later.makeRule()
    const { waiting = [], unchecked = 0 } = await movements.list()
    const ids = waiting.map(({ id }) => id)
    expect([ids.includes(movement.id), ids.includes(later.id), unchecked]).toEqual([false, true, 0])
    expect((await movement.read()).transfers.length).toBeGreaterThan(0)
    // Before history was read so far, neither is said.
    await bench
      .database()
      .updateTable('list_reading')
      .set({ complete_from: bench.service().time.now, is_whole: 0 })
      .execute()
    const early = await movements.list()
    expect([early.waiting, (early.unchecked ?? 0) > 0, early.incomplete]).toEqual([
      undefined,
      true,
      expect.stringContaining('are still being read'),
    ])
  })

  test('whose rule is older than two hundred others waits for no money that came', async () => {
    const movement = await begun('old', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    await deposit(await movement.memo(), '5000.00')
    pass(600)
    const intents = bench.database().selectFrom('intent').selectAll()
    const row = await intents.where('id', '=', movement.ruleIntent).executeTakeFirstOrThrow()
    const others = Array.from({ length: 200 }, () => ({ ...row, id: randomUUID(), ref_id: randomUUID() }))
    const later = others.map((one) => ({ ...one, created_at: Number(row.created_at) + 1 }))
    await bench.database().insertInto('intent').values(later).execute()
    const waits = ((await movements.list()).waiting ?? []).some(({ id }) => id === movement.id)
    expect([waits, (await movement.read()).transfers.length > 0]).toEqual([false, true])
    const ids = later.map(({ id }) => id)
    await bench.database().deleteFrom('intent').where('id', 'in', ids).execute()
  })

  test('that a person joined with a plan leaves the rule’s next money to the next plan, in the list and on its page', async () => {
    const movement = await begun('joined', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    const { kind, rule, rule_intent, amount } = (await movement.read()).plan as NewMovement
    const second = randomUUID()
    pass(60)
    // Its answer brings the provider's time.
    await movements.list()
    await movements.plan(second, { kind, rule, rule_intent, amount })
    await deposit('MDANOTHER', '5000.00')
    pass(60)
    const other = (await movements.list({ limit: 50 })).movements.find(({ memo }) => memo === 'MDANOTHER')?.id ?? ''
    await movements.join(movement.id, other)
    await deposit(await movement.memo(), '5000.00')
    pass(600)
    const waiting = ((await movements.list()).waiting ?? []).map(({ id }) => id)
    expect([waiting.includes(movement.id), waiting.includes(second)]).toEqual([false, false])
    expect(kinds(await movements.read(second))).toEqual(['in', 'minted'])
  })

  test('whose plan is withdrawn waits for nothing, and the first to withdraw it is named', async () => {
    const movement = await begun('withdrawn', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    const memo = await movement.memo()
    await movements.change(movement.id, 'withdraw', tomas)
    await movements.change(movement.id, 'withdraw', ines)
    const answer = await movement.read()
    expect([answer.plan?.withdrawn?.person, answer.ahead, answer.due]).toEqual([tomas.name, undefined, undefined])
    expect(((await movements.list()).waiting ?? []).map(({ id }) => id)).not.toContain(movement.id)
    await expect(movement.plan()).rejects.toMatchObject({ problem: { status: 409 } })
    await expect(movements.change(movement.id, 'sent')).rejects.toMatchObject({ problem: { status: 409 } })
    pass(60)
    await deposit(memo, '5000.00')
    pass(600)
    const later = await movement.read()
    expect([later.transfers, later.unplanned?.map(({ amount }) => amount)]).toEqual([[], ['5000.00']])
    expect((await movements.read(later.unplanned?.[0]?.transfer ?? '')).plan).toBeUndefined()
  })

  test('whose plan was withdrawn leaves its money to the plan that waits', async () => {
    const movement = await begun('first', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    const { kind, rule, rule_intent, amount } = (await movement.read()).plan as NewMovement
    const second = randomUUID()
    await movements.plan(second, { kind, rule, rule_intent, amount })
    await movements.change(movement.id, 'withdraw')
    pass(60)
    await deposit(await movement.memo(), '5000.00')
    pass(600)
    expect(kinds(await movements.read(second))).toEqual(['in', 'minted'])
    expect((await movement.read()).unplanned).toBeUndefined()
  })

  /** A plan whose rule exists, and another one of the same rule. */
  async function twoPlans(name: string, amounts: { amount?: string; second?: string } = {}) {
    const movement = await begun(name, goals['mint, kept'] as Goal, amounts)
    await movement.plan()
    await movement.makeRule()
    const { kind, rule, rule_intent, amount } = (await movement.read()).plan as NewMovement
    const second = randomUUID()
    await movements.plan(
      second,
      { kind, rule, rule_intent, amount: amounts.second ?? amount, label: 'The second' },
      tomas,
    )
    const waits = async () => {
      const { waiting = [] } = await movements.list()
      return [movement.id, second].map((id) => waiting.find((one) => one.id === id))
    }
    return { first: movement.id, second, memo: await movement.memo(), waits }
  }
  const conflict = (title: string, detail = '') => ({
    problem: { status: 409, title: expect.stringContaining(title), detail: expect.stringContaining(detail) },
  })

  test('that fits two plans is neither’s until a person says whose it is, once', async () => {
    const { first, second, memo, waits } = await twoPlans('alike')
    pass(60)
    await deposit(memo, '5000.00')
    pass(600)
    const answers = [await movements.read(first), await movements.read(second)]
    expect(answers.map(({ transfers, due, candidates }) => [transfers, due, candidates])).toEqual(
      [second, first].map((other) => [
        ...[[], undefined],
        [expect.objectContaining({ amount: '5000.00', by: 'rule', plans: [expect.objectContaining({ id: other })] })],
      ]),
    )
    expect((await waits()).map((one) => one?.has_candidates)).toEqual([true, true])
    const wireId = answers[0]?.candidates?.[0]?.transfer ?? ''
    const alone = await movements.read(wireId)
    expect([alone.plan, alone.fits?.map(({ id }) => id).sort()]).toEqual([undefined, [first, second].sort()])
    // Two people at once, and then both of them again.
    const said = await Promise.allSettled([movements.join(first, wireId, tomas), movements.join(second, wireId, ines)])
    expect(said.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const isFirst = said[0].status === 'fulfilled'
    const [name, chosen, other] = isFirst ? [tomas.name, first, second] : [ines.name, second, first]
    const names = `${name} joined one of them already.`
    await expect(movements.join(chosen, wireId, ines)).rejects.toMatchObject(conflict(names, wireId))
    await expect(movements.join(other, wireId, tomas)).rejects.toMatchObject(conflict(names, ' UTC'))
    expect(said.find(({ status }) => status === 'rejected')).toMatchObject({ reason: conflict(names) })
    const [its, left] = [await movements.read(chosen), await movements.read(other)]
    expect([its.joins.map(({ person }) => person), left.joins, left.transfers, left.candidates]).toEqual([
      ...[[name], [], [], undefined],
    ])
    expect([kinds(its), its.unrun]).toEqual([['in', 'minted'], undefined])
    expect((await movements.read(wireId)).id).toBe(chosen)
    // The next one fits only the plan that still waits.
    await deposit(memo, '5000.00')
    pass(600)
    expect(kinds(await movements.read(other))).toEqual(['in', 'minted'])
    expect(await waits()).toEqual([undefined, undefined])
  })

  test('that came by the rule of one plan is no other plan’s, and that plan takes no other', async () => {
    const { first, second, memo } = await twoPlans('ruled', { second: '7000.00' })
    await deposit(memo, '5000.00')
    await deposit('MDOTHERWIRE', '5000.00')
    pass(600)
    const { transfers } = await movements.read(first)
    const [wireId, minted] = [String(transfers[0]?.id), String(transfers.at(-1)?.id)]
    const ruled = conflict('This money came for the plan of 5000.00 USD')
    for (const id of [wireId, minted]) await expect(movements.join(second, id)).rejects.toMatchObject(ruled)
    const { movements: rows } = await movements.list({ limit: 50 })
    const other = rows.find(({ memo: its }) => its === 'MDOTHERWIRE')?.id ?? ''
    await expect(movements.join(first, other)).rejects.toMatchObject(conflict('Its money has come by its rule.'))
    await movements.join(second, other)
    // Nor may two plans become one movement.
    await expect(movements.join(wireId, other)).rejects.toMatchObject(ruled)
    expect((await movements.read(second)).transfers.map(({ id }) => id)).toEqual([other])
  })

  test('that a person joined with a plan of another rule is not that of its own rule’s plan', async () => {
    const one = await twoPlans('own rule', { second: '9000.00' })
    const other = await twoPlans('another rule', { second: '9000.00', amount: '3000.00' })
    pass(60)
    await deposit(one.memo, '9100.00')
    pass(600)
    const { candidates = [] } = await movements.read(one.second)
    const [run] = candidates
    expect([candidates.length, run?.by, run?.plans]).toEqual([1, 'rule', undefined])
    const { transfers } = await movements.read(run?.transfer ?? '')
    await movements.join(other.first, String(transfers.at(-1)?.id), tomas)
    const mine = await movements.read(one.second)
    expect([mine.candidates, mine.unplanned]).toEqual([undefined, undefined])
    await expect(movements.join(one.second, run?.transfer ?? '')).rejects.toMatchObject(
      conflict(`${tomas.name} joined one of them already.`, 'the plan of 3000.00 USD'),
    )
    expect((await movements.read(run?.transfer ?? '')).id).toBe(other.first)
  })

  test('is one of two that two people join with a plan at once', async () => {
    const { first, memo } = await twoPlans('at once')
    pass(60)
    for (let count = 0; count < 2; count++) await deposit(memo, '5000.00')
    pass(600)
    const { candidates = [] } = await movements.read(first)
    expect(candidates).toHaveLength(2)
    const said = await Promise.allSettled(candidates.map(({ transfer }) => movements.join(first, transfer)))
    expect(said.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const joined = candidates.filter((_, at) => said[at]?.status === 'fulfilled')
    expect(String((await movements.read(first)).transfers[0]?.id)).toBe(joined[0]?.transfer)
  })

  test('of a plan that is withdrawn while another person joins it has one outcome', async () => {
    const { first, memo } = await twoPlans('crossing')
    pass(60)
    await deposit(memo, '5000.00')
    pass(600)
    const [candidate] = (await movements.read(first)).candidates ?? []
    const said = await Promise.allSettled([
      movements.join(first, candidate?.transfer ?? ''),
      movements.change(first, 'withdraw', tomas),
    ])
    expect(said.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { plan, joins } = await movements.read(first)
    const isJoined = said[0].status === 'fulfilled'
    expect([plan?.withdrawn === undefined, joins.length]).toEqual([isJoined, isJoined ? 1 : 0])
  })

  test.each(['0.01', '4949.99', '5050.01'])(
    'of %s is not that of a plan of 5,000.00 until a person says so',
    async (came) => {
      const movement = await begun('other amount', goals['mint, kept'] as Goal)
      await movement.plan()
      await movement.makeRule()
      await deposit(await movement.memo(), came)
      pass(600)
      const { transfers, unplanned, candidates } = await movement.read()
      expect([transfers, unplanned?.map(({ amount }) => amount), candidates]).toEqual([
        ...[[], [came]],
        [expect.objectContaining({ amount: came, by: 'rule' })],
      ])
      await movements.join(movement.id, candidates?.[0]?.transfer ?? '')
      const joined = await movement.read()
      expect([trackOf(joined)[0]?.in?.amount, joined.unplanned]).toEqual([came, undefined])
    },
  )

  test('that came before its plan was made is not its money, by its rule or by a person’s word', async () => {
    const movement = await begun('before', goals['mint, kept'] as Goal)
    await movement.makeRule()
    await deposit(await movement.memo(), '5000.00')
    await deposit('MDBEFORE', '5000.00')
    pass(600)
    // Its answer brings the provider's time.
    await movements.list()
    await movement.plan()
    const { transfers, candidates, unplanned } = await movement.read()
    expect([transfers, candidates, unplanned]).toEqual([[], undefined, undefined])
    const { movements: rows } = await movements.list({ limit: 50 })
    for (const memo of [await movement.memo(), 'MDBEFORE'])
      await expect(movements.join(movement.id, rows.find((row) => row.memo === memo)?.id ?? '')).rejects.toMatchObject(
        conflict('This money came before the plan was made.', 'It came at 20'),
      )
    expect((await movement.read()).joins).toEqual([])
  })

  test('of a plan of a month ago is not that of the plan that follows', async () => {
    const movement = await begun('monthly', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    const memo = await movement.memo()
    await deposit(memo, '5000.00')
    pass(30 * 86_400)
    await movements.list()
    const { kind, rule, rule_intent, amount } = (await movement.read()).plan as NewMovement
    const next = randomUUID()
    await movements.plan(next, { kind, rule, rule_intent, amount })
    await deposit(memo, '5000.00')
    pass(600)
    const [one, other] = [await movement.read(), await movements.read(next)]
    expect([kinds(one), kinds(other)]).toEqual([
      ['in', 'minted'],
      ['in', 'minted'],
    ])
    expect(one.transfers[0]?.id).not.toBe(other.transfers[0]?.id)
  })

  test('that a person joined and that no rule has run with says so', async () => {
    const movement = await begun('not run', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    await deposit('MDNORULE', '5000.00')
    pass(600)
    const { candidates = [] } = await movement.read()
    const wireId = candidates.find(({ memo }) => memo === 'MDNORULE')?.transfer ?? ''
    await movements.join(movement.id, wireId, tomas)
    const unrun = { person: tomas.name, at: expect.any(String) }
    expect([(await movement.read()).unrun, (await movements.read(wireId)).unrun]).toEqual([unrun, unrun])
    const row = (await movements.list()).movements.find(({ id }) => id === wireId.toLowerCase())
    expect(row, 'in the list as on its page').toMatchObject({ state: 'waiting', unrun })
  })

  test('whose money was sent back has not arrived, and each side leads to the other', async () => {
    const id = randomUUID()
    await deposit('MDSENTBACK', '640.00', id)
    pass(600)
    const [sent] = (await movements.read(id)).transfers
    const sentId = String(sent?.id)
    const stateOf = async (one: string) => (await movements.list()).movements.find((row) => row.id === one)?.state
    expect(await stateOf(sentId)).toBe('done')
    const { status } = await bench.service().control('POST', `/clients/demo-client/transfers/${sentId}/return`, {})
    expect(status).toBe(200)
    pass(60)
    const { returned } = await movements.read(sentId)
    expect(returned).toMatchObject([{ amount: '640.00', asset: 'USD', status: 'COMPLETED' }])
    expect(await stateOf(sentId)).toBe('returned')
    const back = String(returned?.[0]?.transfer)
    expect(await movements.read(back)).toMatchObject({ returns: sentId })
    expect(await stateOf(back)).toBe('done')
  })

  test('is found without asking the provider while our own reading is seconds old', async () => {
    const movement = await begun('own records', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    const memo = `${(await movement.memo()).slice(0, -1)}0`
    await deposit(memo, '5000.00')
    const id = randomUUID()
    await deposit('MDOWNRECORDS', '77.00', id)
    pass(600)
    await movements.follow()
    const read = async () => {
      const [answer, sent] = [await movements.read(movement.id, ines, false), await movements.read(id, ines, false)]
      const offers = answer.candidates?.some(({ memo: its, by }) => its === memo && by === 'memo')
      return [answer.calls, offers, sent.calls, sent.transfers.length]
    }
    const readAt = bench.database().updateTable('list_reading').where('list', '=', 'transfer')
    await readAt.set({ read_at: Number.MAX_SAFE_INTEGER }).execute()
    expect(await read()).toEqual([0, true, 0, 1])
    await readAt.set({ read_at: 0 }).execute()
    expect(await read()).toEqual([1, true, 1, 1])
  })

  describe('whose rule waits for approval', () => {
    /** A plan whose rule waits, as a policy says. */
    async function held(name: string) {
      const { policies } = weighingOf(bench.ledger())
      const admin: Session = { ...approver, roles: ['admin'] }
      await bench.database().deleteFrom('policy_version').execute()
      const approvers = { count: 1, roles: ['approver' as const] }
      const needed = { id: 'rules', operations: ['createRule' as const], environments: ['sandbox' as const], approvers }
      await policies.propose(bench.database(), 1, { rules: [{ ...needed, expires_hours: 4 }], stand_ins: [] }, admin)
      await policies.activate(bench.database(), 1, admin, true)
      const movement = await begun(name, goals['mint, kept'] as Goal)
      await movement.plan()
      await movement.makeRule()
      await bench.database().deleteFrom('policy_version').execute()
      const stateOf = async () => (await bench.row(movement.ruleIntent)).state
      expect(await stateOf()).toBe('waiting')
      return { ...movement, stateOf, waits: { id: movement.ruleIntent, is_withdrawn: false } }
    }

    /** Another plan with its rule. */
    async function another({ read }: Awaited<ReturnType<typeof held>>) {
      const { kind, rule, rule_intent, amount } = (await read()).plan as NewMovement
      const id = randomUUID()
      await movements.plan(id, { kind, rule, rule_intent, amount })
      return id
    }

    test('takes its request back when it is withdrawn', async () => {
      const { id, ruleIntent, stateOf, read } = await held('taken back')
      const plansOf = async () => (await read()).requests?.[0]?.approval?.plans?.map((plan) => plan.id)
      expect(await plansOf()).toEqual([id])
      expect(await movements.change(id, 'withdraw')).toMatchObject({
        withdrawn: { person: ines.name },
        rule_request: { id: ruleIntent, is_withdrawn: true },
      })
      expect([await stateOf(), (await read()).requests?.[0]?.approval?.state]).toEqual(['refused', 'withdrawn'])
      expect(await plansOf()).toBeUndefined()
    })

    test('says that the request of another person still waits, and why', async () => {
      const { id, stateOf, waits } = await held('of another')
      const reason = expect.stringContaining(`Only ${ines.name}, who asked for this request, may withdraw it.`)
      expect(await movements.change(id, 'withdraw', tomas)).toMatchObject({
        withdrawn: { person: tomas.name },
        rule_request: { ...waits, reason },
      })
      expect(await stateOf()).toBe('waiting')
    })

    test('leaves the request that another plan needs, until that is withdrawn too', async () => {
      const movement = await held('shared')
      const second = await another(movement)
      expect(await movements.change(movement.id, 'withdraw')).toMatchObject({
        rule_request: { ...movement.waits, reason: 'Another plan uses it.' },
      })
      expect(await movement.stateOf()).toBe('waiting')
      await movements.change(second, 'withdraw')
      expect(await movement.stateOf()).toBe('refused')
    })

    test('takes the request back when both of its plans are withdrawn at once', async () => {
      const movement = await held('both')
      const second = await another(movement)
      await Promise.all([movement.id, second].map((id) => movements.change(id, 'withdraw')))
      expect(await movement.stateOf()).toBe('refused')
    })
  })

  test('whose money has come cannot be withdrawn', async () => {
    const movement = await begun('begun', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    await deposit(await movement.memo(), '5000.00')
    pass(600)
    await expect(movements.change(movement.id, 'withdraw')).rejects.toMatchObject({ problem: { status: 409 } })
    expect((await movement.read()).plan?.withdrawn).toBeUndefined()
    await expect(movements.change(randomUUID(), 'withdraw')).rejects.toMatchObject({ problem: { status: 404 } })
  })

  test('whose wire a person sent still waits for it, from then on, until they say they did not', async () => {
    const movement = await begun('sent', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    const { due } = await movement.read()
    // Past any weekend.
    pass(3 * 86_400)
    // Its answer brings the provider's time.
    await movements.list()
    await movements.change(movement.id, 'sent', tomas)
    await movements.change(movement.id, 'sent', ines)
    const sent = await movement.read()
    expect([sent.plan?.sent?.person, sent.transfers]).toEqual([tomas.name, []])
    expect(Date.parse(sent.due?.at ?? '')).toBeGreaterThan(Date.parse(due?.at ?? ''))
    expect((await movements.list()).waiting?.find(({ id }) => id === movement.id)?.sent?.person).toBe(tomas.name)
    await movements.change(movement.id, 'not-sent', ines)
    const not = await movement.read()
    expect([not.plan?.sent, not.due]).toEqual([undefined, due])
  })

  test('says in the list what its rule still does, only to those who may know the rule', async () => {
    const movement = await begun('ahead', goals['mint to an address'] as Goal)
    await movement.plan()
    await movement.makeRule()
    const memo = await movement.memo()
    await deposit(memo, '5000.00')
    // The wire is announced, and its mint has not begun.
    pass(1)
    const rowFor = async (session = ines) =>
      (await movements.list({ limit: 50 }, session)).movements.find((one) => one.memo === memo)
    const row = await rowFor()
    expect([row?.stops.map(({ kind }) => kind), row?.state, row?.ahead, row?.out, row?.fees]).toEqual([
      ['in'],
      'moving',
      ['minted', 'out'],
      undefined,
      [],
    ])
    expect((await rowFor(support))?.ahead).toBeUndefined()
    pass(600)
    const done = await rowFor()
    expect([done?.state, done?.ahead, done?.out?.asset]).toEqual(['done', undefined, 'USDC'])
  })

  test('of which it is not known whether its rule exists says so in the list', async () => {
    const movement = await begun('lost', goals['mint, kept'] as Goal)
    await movement.plan()
    const stateOf = async () => (await movements.list()).waiting?.find(({ id }) => id === movement.id)?.rule_state
    expect(await stateOf()).toBe('never-sent')
    await bench.stress({ drop: [{ operation: 'createRule' }] })
    await movement.makeRule().catch(() => undefined)
    expect(await stateOf()).toBe('unknown')
    await bench.check(movement.ruleIntent)
    expect(await stateOf()).toBeUndefined()
  })

  test('shows no requests to those who may not read them', async () => {
    const movement = await begun('mine', goals['mint, kept'] as Goal)
    await movement.plan()
    await movement.makeRule()
    await deposit(await movement.memo(), '5000.00')
    pass(600)
    const answer = await movement.read(support)
    expect([kinds(answer), 'requests' in answer, 'plan' in answer]).toEqual([['in', 'minted'], false, false])
    const empty = await begun('empty', goals['mint, kept'] as Goal)
    await empty.plan()
    await expect(empty.read(support)).rejects.toMatchObject({
      problem: { status: 404, detail: expect.stringContaining('Your role does not see plans') },
    })
  })

  test('whose rule was refused waits for no money, in the list or on its page', async () => {
    const movement = await begun('refused', goals['mint to an address'] as Goal)
    await movement.plan()
    const waits = async () => (await movements.list()).waiting?.some(({ id }) => id === movement.id) ?? false
    expect([await waits(), (await movement.read()).ahead?.length]).toEqual([true, 3])
    await bench.stress({ fail: [{ operation: 'createRule', times: 1, status: 400 }] })
    await movement.makeRule().catch(() => undefined)
    await bench.stress({})
    expect([await waits(), (await movement.read()).ahead]).toEqual([false, undefined])
  })

  test('that is planned again with other content is refused, and the first plan stays', async () => {
    const movement = await begun('one', goals['mint, kept'] as Goal)
    await movement.plan()
    const { plan } = await movement.read()
    await expect(movements.plan(movement.id, { ...(plan as NewMovement), amount: '1.00' })).rejects.toMatchObject({
      problem: { status: 409 },
    })
    expect((await movement.read()).plan).toEqual(plan)
  })

  test('is in the list once, where its newest transfer is, on whichever page', async () => {
    await movements.follow(0)
    const { movements: whole } = await movements.list({ limit: 300 })
    const pages: string[] = []
    let page_cursor: string | undefined
    do {
      const page = await movements.list({ limit: 10, ...(page_cursor && { page_cursor }) })
      pages.push(...page.movements.map(({ id }) => id))
      expect(page.movements, 'as many as asked for').toHaveLength(page.next_page_cursor ? 10 : page.movements.length)
      page_cursor = page.next_page_cursor
    } while (page_cursor)
    expect(pages).toEqual(whole.map(({ id }) => id))
    expect(new Set(pages).size).toBe(pages.length)
    expect(whole.length).toBeGreaterThan(10)
    const failed = await movements.list({ states: ['failed', 'moving'] })
    expect(failed.movements.map(({ id }) => id)).toEqual(
      whole.filter(({ state }) => state === 'failed' || state === 'moving').map(({ id }) => id),
    )
  })
})
