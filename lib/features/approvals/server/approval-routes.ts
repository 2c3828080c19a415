/** The addresses of approvals and policies. */

import { policyRoles } from '../../../api/approval'
import type { WriteName } from '../../../provider/operations'
import { createPeople, grantedRoles } from '../../../server/auth/people'
import type { Session } from '../../../server/auth/sessions'
import type { ServerCore } from '../../../server/core'
import { refuse } from '../../../server/http/console-routes'
import type { Settings } from '../../../server/settings'
import type { Owner } from '../../../server/upstream/upstream'
import { checkWrite } from '../../../server/writes/checks'
import { digestOf } from '../../../server/writes/execute'
import { intentDetail } from '../../../server/writes/intent-pages'
import { intentRow } from '../../../server/writes/intent-view'
import type { ConsoleHandlers } from '../../handlers'
import type { NewDecision } from '../input'
import type { Policies } from '../interface'
import { createApprovedSending } from './approved-sending'
import { paidDestinations, simulatePolicy } from './policy-simulation'
import type { Weighing } from './weighing'

type ApprovalDependencies = Pick<ServerCore, 'writes' | 'database' | 'clock' | 'log'> & {
  weighing: Weighing
  settings: Pick<Settings, 'hasDemoUsers'>
}

export function registerApprovals({ weighing, writes, database, clock, log, settings }: ApprovalDependencies) {
  const { hasDemoUsers } = settings
  const { ledger } = writes
  const { stepUp } = ledger
  const { policies } = weighing
  const sending = createApprovedSending({ weighing, writes, database, clock, log })

  const otherAdmins = async ({ subject }: Session) => {
    const { encryption } = ledger
    const people = await createPeople(database, encryption, hasDemoUsers)
      .withAccess()
      .select(['subject', 'roles', 'roles_digest'])
      .execute()
    return people.some(
      (one) =>
        one.subject !== subject &&
        grantedRoles(encryption, one, writes.settings.ownRoles).some((role) => policyRoles.includes(role)),
    )
  }

  async function shown(owner: Owner, session: Session): Promise<Policies> {
    const has_other_admin = await otherAdmins(session)
    const versions = await policies.versions(database, session.subject)
    const identityOf = await stepUp.identities(undefined, session)
    const identity = identityOf()
    return {
      has_other_admin,
      ...(identity && { identity }),
      paid: await paidDestinations(ledger.rows, owner, session),
      versions: versions.map(({ isOwn, ...one }) => ({
        ...one,
        ...(one.state === 'proposed' && {
          may_activate: !has_other_admin || !isOwn,
          ...(identity && { identity: identityOf(policies.digestOf('activate', one)) }),
        }),
      })),
    }
  }

  return {
    ...sending,
    handlers: {
      decideIntent: async ({ values, body, context, environment, session }) => {
        const row = await intentRow(writes, environment, values.id)
        context.intent = row.id
        await writes.holds.requireReleased()
        const { kind, digest, words }: NewDecision = body
        await ledger.actions.decide(row, { kind, digest, ...(words && { words }) }, session)
        if (kind === 'approve') await sending.settle(row.id)
        return intentDetail(writes, environment, row.id, session)
      },

      weighRequest: async ({ body: { operation, path = {}, body }, environment, owner, session }) => {
        const weighed = {
          id: '',
          environment,
          client_id: owner.clientId,
          operation,
          subject: session.subject,
          path,
          body,
        }
        const identity = (await stepUp.identities(environment, session))(digestIn({ operation, path, body }))
        return { ...(await weighing.preview(weighed, clock.now() * 1000)), ...(identity && { identity }) }

        /** None of what would be refused anyway. */
        function digestIn(input: { operation: WriteName; path: Record<string, string>; body: unknown }) {
          try {
            const checked = checkWrite(writes.settings, environment, operation, input)
            return digestOf(writes, { id: '', environment, name: operation, input: checked, session })
          } catch {
            return undefined
          }
        }
      },

      listPolicies: ({ owner, session }) => shown(owner, session),

      proposePolicy: async ({ values: { id: version }, body, owner, session }) => {
        const number = Number(version)
        if (!Number.isSafeInteger(number) || number < 1)
          refuse([{ field: 'id', message: 'Enter the number of the next version.' }])
        await policies.propose(database, number, body, session)
        return shown(owner, session)
      },

      activatePolicy: async ({ values: { id: version }, owner, session }) => {
        await policies.activate(database, Number(version), session, !(await otherAdmins(session)))
        return shown(owner, session)
      },

      withdrawPolicy: async ({ values: { id: version }, owner, session }) => {
        await policies.withdraw(database, Number(version), session)
        return shown(owner, session)
      },

      simulatePolicy: ({ body, session }) => simulatePolicy(ledger.rows, body, session, clock.now()),
    } satisfies Partial<ConsoleHandlers>,
  }
}
