import { changingRights, rolesWith } from '../provider/roles'
import type { WeighedRequest } from './approval'
import { activityReaders, activityWriters, type IntentDetail, type IntentPage, type Preset } from './intents'
import type { OrderReferences } from './order-references'
import { json, type OwnRow, row, takenFrom } from './own-row'

const takes = takenFrom<typeof import('./intent-input')>()

const activity = { title: 'Activity', roles: activityReaders }
const changing = { title: 'Changing requests', roles: activityWriters }

type Presets = { entries: Preset[] }

export const activityRows = {
  listIntents: row('GET', 'intents', 'Lists the requests made here, newest first.', {
    ...activity,
    query: takes('IntentQuery'),
    answer: json<IntentPage>(),
  }),
  getIntent: row('GET', 'intents/{id}', 'Returns one request: what was sent, what was answered, and its history.', {
    ...activity,
    answer: json<IntentDetail>(),
  }),
  resolveIntent: row(
    'POST',
    'intents/{id}/resolve',
    'Checks the outcome of a request by sending it again under its reference. What never arrived is executed now.',
    { done: 'Checked the outcome', daily: 20_000, ...changing, isRepeated: true, answer: json<IntentDetail>() },
  ),
  sendIntent: row('POST', 'intents/{id}/send', 'Sends a request that was recorded and never sent.', {
    done: 'Sent a recorded request',
    daily: 20_000,
    ...changing,
    answer: json<IntentDetail>(),
  }),
  withdrawIntent: row('POST', 'intents/{id}/withdraw', 'Ends a request that was recorded and never sent.', {
    done: 'Withdrew a request',
    daily: 20_000,
    ...changing,
    answer: json<IntentDetail>(),
  }),
  noteIntent: row('POST', 'intents/{id}/notes', 'Records what a person knows of the outcome of a request.', {
    done: 'Recorded an outcome',
    daily: 5_000,
    ...changing,
    body: takes('NewNote'),
    answer: json<IntentDetail>(),
  }),
  readOrderReferences: row('GET', 'order-references', 'Returns the newest orders and fills from here in a market.', {
    ...activity,
    query: takes('OrderReferencesQuery'),
    answer: json<OrderReferences>(),
  }),
  listPresets: row(
    'GET',
    'presets',
    'Lists names of profiles or accounts, metadata templates or the columns of statements.',
    { title: 'Profile names', roles: rolesWith('read'), query: takes('PresetQuery'), answer: json<Presets>() },
  ),
  savePreset: row(
    'PUT',
    'presets',
    'Saves the name of a profile or account, a metadata template or the columns of a statement.',
    {
      done: 'Saved a name, a template or columns',
      daily: 2_000,
      ...changing,
      // Whoever compares statements; what forms offer is checked further.
      roles: rolesWith(...changingRights),
      query: takes('PresetQuery'),
      body: takes('NewPreset'),
      answer: json<Presets>(),
    },
  ),
  removePreset: row(
    'DELETE',
    'presets',
    'Removes the name of a profile or account, a metadata template or the columns of a statement.',
    {
      done: 'Removed a name, a template or columns',
      daily: 2_000,
      ...changing,
      query: takes('PresetPlace'),
      answer: json<Presets>(),
    },
  ),
  weighRequest: row('POST', 'approvals/weigh', 'Says who would have to approve a request.', {
    ...activity,
    body: takes('RequestToWeigh'),
    isRead: true,
    answer: json<WeighedRequest>(),
  }),
} satisfies Record<string, OwnRow>
