import { decisionRoles, policyRoles } from '../../api/approval'
import { activityReaders, type IntentDetail } from '../../api/intents'
import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import type { Policies, Simulation } from './interface'

const takes = takenFrom<typeof import('./input')>()

const activity = { title: 'Activity', roles: activityReaders }
const policies = { title: 'Policies', roles: policyRoles, idForm: 'version' } as const

export const approvalsRows = {
  decideIntent: row(
    'POST',
    'intents/{id}/decisions',
    'Records a decision, a question or an answer about a request that waits.',
    {
      done: 'Opened, discussed or decided a request',
      daily: 20_000,
      title: 'Deciding requests',
      roles: decisionRoles,
      body: takes('NewDecision'),
      answer: json<IntentDetail>(),
    },
  ),
  listPolicies: row('GET', 'policies', 'Lists the versions of the policy, newest first.', {
    ...activity,
    answer: json<Policies>(),
  }),
  proposePolicy: row('PUT', 'policies/{id}', 'Proposes the next version of the policy.', {
    done: 'Proposed a policy',
    daily: 200,
    ...policies,
    body: takes('NewPolicy'),
    answer: json<Policies>(),
  }),
  activatePolicy: row('POST', 'policies/{id}/activate', 'Activates a proposed version.', {
    done: 'Activated a policy',
    daily: 200,
    ...policies,
    answer: json<Policies>(),
  }),
  withdrawPolicy: row('DELETE', 'policies/{id}', 'Withdraws a proposed version.', {
    done: 'Withdrew a policy',
    daily: 200,
    ...policies,
    answer: json<Policies>(),
  }),
  simulatePolicy: row('POST', 'policies/simulate', 'Says what a policy would have asked for in the last 90 days.', {
    ...policies,
    body: takes('NewPolicy'),
    isRead: true,
    answer: json<Simulation>(),
  }),
} satisfies Record<string, OwnRow>
