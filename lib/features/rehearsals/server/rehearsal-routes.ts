/** Rehearsals over HTTP: what a person lets happen in the sandbox, through its control, for the console's own client there. */

import { accountName } from '../../../provider/account-names'
import type { Environment } from '../../../provider/environments'
import type { FiatAccount } from '../../../provider/fiat-accounts'
import type { Order } from '../../../provider/orders'
import { ProblemError } from '../../../provider/problem'
import { ruleName } from '../../../provider/record-names'
import type { Role } from '../../../provider/roles'
import type { Rule } from '../../../provider/rules'
import type { Transfer } from '../../../provider/transfers'
import { notFound } from '../../../server/http/answer'
import type { RouteDependencies } from '../../../server/http/console-routes'
import type { ClientControl } from '../../../server/sandbox-control'
import type { ConsoleHandlers } from '../../handlers'
import { type RehearsalName, type Rehearsing, rehearsalNames, rehearsalRow } from '../interface'
import { rehearsalsRows } from '../operations'

/** Records of each kind that are offered. */
const most = 30

type Stress = Record<string, Record<string, unknown>[] | undefined>

/** Whether the entries of a fault are among the switches that are on; how often they still apply does not matter. */
function isOn(name: RehearsalName, stress: Stress): boolean {
  const { isFault, call } = rehearsalRow(name)
  return (
    isFault === true &&
    Object.entries(call({}).body as Stress).every(([key, entries = []]) =>
      entries.every(({ times: _, ...wanted }) =>
        stress[key]?.some((entry) => Object.entries(wanted).every(([member, value]) => entry[member] === value)),
      ),
    )
  )
}

type RehearsalDependencies = Pick<RouteDependencies, 'clock'> & {
  /** Undefined where the console does not hold the sandbox's control. */
  control?: ClientControl
  isWorld: boolean
}

export function registerRehearsals({ clock, control, isWorld }: RehearsalDependencies) {
  /** Whether people with these roles may rehearse: in a world all who may change something, in the shared demo those who run it. */
  const mayRehearse = (environment: Environment, roles: readonly Role[]) =>
    control !== undefined &&
    environment === 'sandbox' &&
    roles.some((role) => (isWorld ? rehearsalsRows.rehearse.roles.includes(role) : role === 'admin'))

  function controlFor(environment: Environment, roles: readonly Role[]): ClientControl {
    if (!control || environment !== 'sandbox') throw notFound()
    if (mayRehearse(environment, roles)) return control
    throw isWorld
      ? new ProblemError(403, 'not-permitted', 'Rehearsing is not available to a role that only reads.')
      : new ProblemError(403, 'not-permitted', 'Rehearsing in the demo that all share requires the role admin.', {
          detail: 'Start a demo of your own to rehearse in any role that does more than read.',
        })
  }

  return {
    mayRehearse,
    handlers: {
      readRehearsing: async ({ environment, session }): Promise<Rehearsing> => {
        const ask = controlFor(environment, session.roles)
        // Control answers with what it documents.
        const read = async <Body>(path: string) => (await ask({ method: 'GET', path })).body as Body
        const [shown, stress, { transfers }, { fiat_accounts }, { orders }, { rules }] = await Promise.all([
          read<Rehearsing['clock']>('/clock'),
          read<Stress>('/stress'),
          read<{ transfers: Transfer[] }>('/transfers'),
          read<{ fiat_accounts: FiatAccount[] }>('/fiat-accounts'),
          read<{ orders: Order[] }>('/orders'),
          read<{ rules: Rule[] }>('/rules'),
        ])
        return {
          clock: shown,
          fault: rehearsalNames.find((name) => isOn(name, stress)),
          transfers: transfers
            .slice(0, most)
            .map(({ id, type, amount, asset, status, secondary_status }) => ({
              id,
              type,
              amount,
              asset,
              status,
              secondary_status,
            })),
          fiat_accounts: fiat_accounts
            .toReversed()
            .slice(0, most)
            .map((account) => ({ id: account.id, status: account.status, name: accountName(account) })),
          orders: orders
            .filter(({ status }) => status === 'OPEN' || status === 'SUBMITTED')
            .toReversed()
            .slice(0, most)
            .map(({ id, side, market, base_amount, quote_amount }) => ({
              id,
              side,
              market,
              base_amount,
              quote_amount,
            })),
          rules: rules
            .toReversed()
            .slice(0, most)
            .map((rule) => {
              const { fiat, crypto, profile } = rule.source
              return {
                name: ruleName(rule),
                asset: rule.source_asset,
                memo: fiat?.memo_id,
                address: crypto?.address,
                network: crypto?.network,
                profile_id: profile?.profile_id,
              }
            }),
        }
      },

      rehearse: async ({ environment, session, body: { name, ...values } }) => {
        const ask = controlFor(environment, session.roles)
        const began = clock.steady()
        const { status } = await ask(rehearsalRow(name).call(values))
        return { status, millis: Math.round(clock.steady() - began) }
      },
    } satisfies Partial<ConsoleHandlers>,
  }
}
