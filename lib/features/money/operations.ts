import { activityWriters } from '../../api/intents'
import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { operationNames, rowOf } from '../../provider/operations'
import type { ChangedPlan, MovementAnswer, MovementPage, PlannedMovement } from './interface'

const takes = takenFrom<typeof import('./input')>()

const lookUp = operationNames.find((name) => rowOf(name).isLookedUp) ?? 'listTransfers'
const movements = { title: 'Movements', roles: rowOf(lookUp).roles }

export const moneyRows = {
  listMovements: row('GET', 'movements', 'Lists movements of money, those with the newest transfers first.', {
    ...movements,
    query: takes('MovementQuery'),
    answer: json<MovementPage>(),
  }),
  readMovement: row(
    'GET',
    'movements/{id}',
    'Returns the movement that a transfer belongs to, or that was planned here, by its own ID or that of the request for its rule.',
    { ...movements, answer: json<MovementAnswer>() },
  ),
  planMovement: row(
    'PUT',
    'movements/{id}',
    'Records a movement that a person plans; the same again changes nothing.',
    {
      done: 'Planned a movement',
      daily: 5_000,
      title: 'Planning movements',
      roles: activityWriters,
      body: takes('NewMovement'),
      answer: json<PlannedMovement>(),
    },
  ),
  changePlan: row('PATCH', 'movements/{id}', 'Withdraws a plan, or records that its wire was sent at the bank.', {
    done: 'Changed a plan',
    daily: 5_000,
    title: 'Planning movements',
    roles: activityWriters,
    body: takes('PlanChange'),
    answer: json<ChangedPlan>(),
  }),
  joinMovement: row('POST', 'movements/{id}/joins', 'Records that two transfers belong together, as a person knows.', {
    done: 'Joined two transfers',
    daily: 5_000,
    title: 'Joining transfers',
    roles: activityWriters,
    body: takes('NewMovementJoin'),
    answer: json<object>(),
  }),
  undoJoin: row('DELETE', 'movements/{id}/joins/{other}', 'Undoes a join, and records who did.', {
    done: 'Undid a join',
    daily: 5_000,
    title: 'Joining transfers',
    roles: activityWriters,
    answer: json<object>(),
  }),
} satisfies Record<string, OwnRow>
