import { json, type OwnRow, row, takenFrom } from '../../api/own-row'
import { changingRights, rolesWith } from '../../provider/roles'
import type { SavedView, SavedViews, ViewCount } from './interface'

const listReaders = rolesWith('read')
const takes = takenFrom<typeof import('./input')>()

const views = { title: 'Views', roles: listReaders }
const ownViews = { ...views, isOwn: true, idForm: 'word' } as const

export const viewsRows = {
  listViews: row('GET', 'views', 'Lists the saved views that a person sees, and their pins.', {
    ...views,
    answer: json<SavedViews>(),
    isBackground: true,
  }),
  countNew: row('GET', 'views/counts', "Counts what is new in a person's pinned views.", {
    ...views,
    query: takes('CountsQuery'),
    answer: json<{ counts: ViewCount[] }>(),
    isBackground: true,
  }),
  saveView: row('PUT', 'views/{id}', 'Adds or changes a view; the same again changes nothing.', {
    done: 'Saved a view',
    daily: 1_000,
    ...ownViews,
    sharing: rolesWith(...changingRights),
    body: takes('ViewInput'),
    answer: json<SavedView>(),
  }),
  removeView: row('DELETE', 'views/{id}', 'Deletes a view.', {
    done: 'Deleted a view',
    daily: 1_000,
    ...ownViews,
    answer: json<object>(),
  }),
  pinView: row('PUT', 'views/{id}/pin', "Pins a view to a person's navigation.", {
    done: 'Pinned a view',
    daily: 1_000,
    ...ownViews,
    answer: json<object>(),
  }),
  unpinView: row('DELETE', 'views/{id}/pin', 'Unpins a view.', {
    done: 'Unpinned a view',
    daily: 1_000,
    ...ownViews,
    answer: json<object>(),
  }),
  openView: row('POST', 'views/{id}/opened', 'Notes that a person opened a pinned view.', {
    done: 'Opened a pinned view',
    daily: 20_000,
    ...ownViews,
    body: takes('OpenedInput'),
    answer: json<object>(),
    isBackground: true,
  }),
} satisfies Record<string, OwnRow>
