/** The versions of the policy: proposed, activated by another admin where there is one, replaced, never changed. */
import type { Kysely } from 'kysely'
import type { PolicyVersionTable, Tables } from '../../../database/tables'
import { ProblemError, problemKind } from '../../../provider/problem'
import type { Session } from '../../../server/auth/sessions'
import type { StepUp } from '../../../server/auth/step-up'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import { KnownPolicy } from '../input'
import type { PolicyVersion } from '../interface'
import type { Policy } from '../policy'

/** Versions that are shown. */
const mostShown = 50

/** @property activated milliseconds since 1970 */
export type ActivePolicy = { version: number; policy: Policy; activated: number; by: string }

type Change = 'propose' | 'activate' | 'withdraw'

export class PolicyStore {
  constructor(
    private readonly encryption: Encryption,
    private readonly clock: Clock,
    private readonly stepUp: StepUp,
  ) {}

  /** Of what a person confirms: this change, to this content. */
  digestOf(change: Change, { version, policy }: Pick<ActivePolicy, 'version' | 'policy'>): string {
    return this.encryption.fingerprintOf([change, version, policy])
  }

  /** Uses up what confirmed who changes the policy in this way. @throws ProblemError 403 where that is needed and missing */
  async #identify(
    within: Kysely<Tables>,
    change: Change,
    on: Pick<ActivePolicy, 'version' | 'policy'>,
    session: Session,
  ): Promise<void> {
    await this.stepUp.use(within, { act: `${change} policy ${on.version}`, digest: this.digestOf(change, on), session })
  }

  /** @throws ProblemError 503 if it can no longer be decrypted, or is a newer version's: nothing may be sent by rules that nobody knows */
  #policyOf({ version, policy }: Pick<PolicyVersionTable, 'version' | 'policy'>): Policy {
    const known = this.encryption.decryptJson<Policy>(policy, ['policy_version', 'policy', String(version)])
    if (!known)
      throw new ProblemError(503, 'policy-unreadable', 'The policy of this console can no longer be read.', {
        detail:
          'It was encrypted with a key that is gone, so nothing that it may concern is sent. Tell your administrator.',
      })
    if (KnownPolicy.safeParse(known).success) return known
    throw new ProblemError(503, 'policy-newer', 'This version of Mintdesk does not know all rules of the policy.', {
      detail: 'A newer version wrote it, so nothing is sent by this one. Tell your administrator.',
    })
  }

  /** Whether what the active policy asks for is known here. */
  async isKnown(database: Kysely<Tables>): Promise<boolean> {
    return this.active(database).then(
      () => true,
      (failure) => {
        if (failure instanceof ProblemError) return problemKind(failure.problem.type) !== 'policy-newer'
        throw failure
      },
    )
  }

  /** @throws the driver's error; ProblemError 503 */
  async active(database: Kysely<Tables>): Promise<ActivePolicy | undefined> {
    const row = await database
      .selectFrom('policy_version')
      .select(['version', 'policy', 'activated_at', 'activated_by'])
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (!row) return undefined
    const { version, activated_at, activated_by } = row
    return { version, policy: this.#policyOf(row), activated: Number(activated_at) / 1000, by: activated_by ?? '' }
  }

  /** The same; whoever weighs or activates at the same time waits until this transaction ends. */
  async lockActive(within: Kysely<Tables>): Promise<ActivePolicy | undefined> {
    for (;;) {
      const active = await this.active(within)
      if (!active) return undefined
      const { numUpdatedRows } = await within
        .updateTable('policy_version')
        .set({ weighed_at: microseconds(this.clock) })
        .where('version', '=', active.version)
        .where('state', '=', 'active')
        .executeTakeFirst()
      // Another version may have been activated since it was read.
      if (numUpdatedRows > 0n) return active
    }
  }

  /** The newest versions, newest first, and whether a person wrote them. @throws the driver's error */
  async versions(database: Kysely<Tables>, subject: string): Promise<(PolicyVersion & { isOwn: boolean })[]> {
    const rows = await database
      .selectFrom('policy_version')
      .selectAll()
      .orderBy('version', 'desc')
      .limit(mostShown)
      .execute()
    return rows.map((row) => ({
      version: row.version,
      state: row.state,
      person: row.person,
      at: timeOf(row.at),
      policy: this.#policyOf(row),
      isOwn: row.subject === subject,
      ...(row.activated_at !== null && { activated_at: timeOf(row.activated_at) }),
      ...(row.activated_by !== null && { activated_by: row.activated_by }),
    }))
  }

  /**
   * Records a proposal, which takes the place of another one that waits. Destinations that the active version has keep the
   * time of their approval.
   * @param version the next one, by what the person saw
   * @throws ProblemError 409 if somebody else was first; the driver's error
   */
  async propose(database: Kysely<Tables>, version: number, policy: Policy, session: Session): Promise<void> {
    const { subject, name: person } = session
    await database.transaction().execute(async (within) => {
      const newest = await within
        .selectFrom('policy_version')
        .select((of) => of.fn.max('version').as('version'))
        .executeTakeFirst()
      if ((newest?.version ?? 0) + 1 !== version) throw changedMeanwhile()
      await this.#identify(within, 'propose', { version, policy }, session)
      await within.updateTable('policy_version').set({ state: 'withdrawn' }).where('state', '=', 'proposed').execute()
      // No other version is activated from here on.
      const active = await this.active(within)
      const destinations = policy.destinations?.map((one) => {
        const same = active?.policy.destinations?.find(
          ({ environment, to }) => environment === one.environment && to === one.to,
        )
        if (!active || !same) return one
        return { ...one, approved: same.approved ?? { at: new Date(active.activated).toISOString(), by: active.by } }
      })
      const known = JSON.stringify({ ...policy, ...(destinations && { destinations }) })
      const text = this.encryption.encrypt(known, ['policy_version', 'policy', String(version)])
      const { numInsertedOrUpdatedRows } = await within
        .insertInto('policy_version')
        .values({ version, state: 'proposed', subject, person, at: microseconds(this.clock), policy: text })
        .onConflict((conflict) => conflict.column('version').doNothing())
        .executeTakeFirst()
      if (!numInsertedOrUpdatedRows) throw changedMeanwhile()
    })
  }

  /**
   * Activates a proposal. What was weighed by an earlier version is weighed again before it is sent.
   * @param isAlone whether there is no other admin who could
   * @throws ProblemError 403 for who wrote it while another admin could; 409 if it does not wait any more
   */
  async activate(database: Kysely<Tables>, version: number, session: Session, isAlone: boolean): Promise<void> {
    await database.transaction().execute(async (within) => {
      const row = await within
        .selectFrom('policy_version')
        .select(['version', 'policy', 'subject', 'state'])
        .where('version', '=', version)
        .executeTakeFirst()
      if (row?.subject === session.subject && !isAlone)
        throw new ProblemError(403, 'not-permitted', 'Another admin must activate what you wrote.')
      if (row?.state !== 'proposed') throw changedMeanwhile()
      await this.#identify(within, 'activate', { version, policy: this.#policyOf(row) }, session)
      await within.updateTable('policy_version').set({ state: 'past' }).where('state', '=', 'active').execute()
      const { numUpdatedRows } = await within
        .updateTable('policy_version')
        .set({ state: 'active', activated_at: microseconds(this.clock), activated_by: session.name })
        .where('version', '=', version)
        .where('state', '=', 'proposed')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw changedMeanwhile()
    })
  }

  /** Ends a proposal. @throws ProblemError 409 */
  async withdraw(database: Kysely<Tables>, version: number, session: Session): Promise<void> {
    await database.transaction().execute(async (within) => {
      const row = await within
        .updateTable('policy_version')
        .set({ state: 'withdrawn' })
        .where('version', '=', version)
        .where('state', '=', 'proposed')
        .returning(['version', 'policy'])
        .executeTakeFirst()
      if (!row) throw changedMeanwhile()
      await this.#identify(within, 'withdraw', { version, policy: this.#policyOf(row) }, session)
    })
  }
}

const changedMeanwhile = () =>
  new ProblemError(409, 'policy-changed', 'The policy changed meanwhile.', {
    detail: 'Someone else proposed or activated a version. Load the page again; what you typed is kept.',
  })
