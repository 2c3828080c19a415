/** Views of a list: its query string under a name. The schemas of their input are in view-input.ts, which pages do not load. */
import { type ViewList, viewLists } from '../../api/list-request'

import { rowOf } from '../../provider/operations'
import type { Role } from '../../provider/roles'
import { transferTypes } from '../../provider/transfer-terms'

export const viewListNames = [...(Object.keys(viewLists) as (keyof typeof viewLists)[]), 'money' as const]

export const isOfProvider = (list: ViewList): list is keyof typeof viewLists => list !== 'money'

/** Who may see a list's views: those who may read the list. */
export const viewRoles = (list: ViewList): readonly Role[] =>
  rowOf(viewLists[isOfProvider(list) ? list : 'transfers']).roles

/** The lists whose views a person may see. */
export const viewListsFor = (held: readonly Role[]): ViewList[] =>
  viewListNames.filter((list) => held.some((role) => viewRoles(list).includes(role)))

export type SavedView = {
  /** A UUID, made in the browser; of a built-in starter view its name: `failed-today`. */
  id: string
  name: string
  list: ViewList
  /** The query string of the list's page: filters, order, columns and density, without a page. Relative dates stay relative. */
  search: string
  /** Seen by everyone who may read the list; else only by its owner. */
  is_shared: boolean
  /** Who made it. */
  owner: { name: string; is_me: boolean }
  /** Whether this person may change and delete it: its owner, and an admin if it is shared. */
  may_change: boolean
  /** RFC 3339, in UTC. A change names the one that it was made from. */
  changed_at: string
}

/** A person's own pin of a view, oldest first: its place in the navigation. */
export type ViewPin = { view: string; opened_at: string }

/** Everyone has it, so it is nobody's. */
export type StarterView = Pick<SavedView, 'id' | 'name' | 'list' | 'search'>

/** The views that a person sees, by name, and their pins; the starter views only where the desk has chosen its own. */
/** `is_read_only` is present for those who may share none. */
export type SavedViews = { views: SavedView[]; starter_views?: StarterView[]; pins: ViewPin[]; is_read_only?: true }

/**
 * How many records of a pinned view are new since the person opened it: counted, never estimated. Views whose count is not
 * known are left out.
 */
export type ViewCount = { view: string; count: number; is_more: boolean }

/** Characters of a name and of a query string, at most. */
export const maximumViewName = 60
export const maximumViewSearch = 16_000
/** Views of one person in an environment, shared ones included, and pins of one person, at most. */
export const maximumViews = 100
export const maximumPins = 8
/** Shared views of an environment, and starter views of a desk, at most. */
export const maximumSharedViews = 500
export const maximumStarterViews = 20

/** The highest count that is told; beyond it there are more. */
export const maximumNew = 99

/** What belongs to one visit of a list, and not to a view of it. */
const visitNames = new Set(['page_cursor', 'x.page', 'x.earlier', 'x.as_of', 'x.peek', 'x.view', 'x.from'])

/** The part of a list's query string that a view keeps; equal views have equal texts, in whatever order they were written. */
export function viewSearch(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([name]) => !visitNames.has(name)))
  kept.sort()
  return kept.toString()
}

const ending = (suffix: string) => transferTypes.filter((type) => type.endsWith(suffix)).map((type) => ['type', type])

const starter = (id: string, name: string, list: ViewList, pairs: string[][]): StarterView => ({
  id,
  name,
  list,
  search: viewSearch(new URLSearchParams(pairs)),
})

/** The starter views of a desk that has chosen none. */
export const starterViews: StarterView[] = [
  starter('travel-rule', 'Travel rule needed', 'transfers', [['secondary_statuses', 'TRAVEL_RULE_INFO_REQUESTED']]),
  starter('waiting-approval', 'Approval at the provider', 'transfers', [
    ['secondary_statuses', 'PENDING_CUSTOMER_APPROVAL'],
  ]),
  // By the time of the last change: a transfer of yesterday may fail today.
  starter('failed-today', 'Failed today', 'transfers', [
    ['statuses', 'FAILED'],
    ['x.updated', 'today'],
    ['order_by', 'UPDATED_AT'],
    ['order', 'DESC'],
  ]),
  // What comes from outside: internal and platform transfers are not deposits.
  starter('deposits-today', 'Deposits today', 'transfers', [...ending('_DEPOSIT'), ['x.created', 'today']]),
  starter('withdrawals-pending', 'Withdrawals pending over 1 h', 'transfers', [
    ...ending('_WITHDRAWAL'),
    ['x.statuses', 'PENDING'],
    ['x.pending_over', '1h'],
  ]),
  starter('movements-waiting', 'Needs attention', 'money', [
    ['states', 'waiting'],
    ['states', 'unknown'],
  ]),
  starter('movements-unexplained', 'Did not add up', 'money', [['states', 'unexplained']]),
  starter('mints-redemptions', 'Mints and redemptions this month', 'issuer-quotes', [['x.created', 'this-month']]),
]

/** A view as lists offer it; a starter view has no owner. */
export type OfferedView = StarterView & Partial<SavedView>

/** A person's views, then the starter views: those of the desk, or the built-in ones. */
export const offeredViews = ({
  views,
  starter_views = starterViews,
}: Pick<SavedViews, 'views' | 'starter_views'>): OfferedView[] => [...views, ...starter_views]
