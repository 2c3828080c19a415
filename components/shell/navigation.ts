import {
  ArrowLeftRight,
  Banknote,
  History,
  Landmark,
  LayoutList,
  type LucideIcon,
  Receipt,
  TrendingUp,
  Workflow,
} from 'lucide-react'
import type { Environment } from '@/lib/api/environments'
import { activityReaders } from '@/lib/api/intents'
import { type OperationName, rowOf } from '@/lib/api/operations'
import type { Role } from '@/lib/api/roles'

/** A page in the navigation: `segment` follows the environment in its address, `key` follows `g` on the keyboard. */
export type NavigationLink = {
  segment: string
  name: string
  /** What its key does, if its name does not say it. */
  does?: string
  icon: LucideIcon
  key: string
  /** The page's operation: users and environments without it have no link. */
  operation?: OperationName
  /** Who may see the page, if no operation decides. */
  roles?: readonly Role[]
  /** Pages without a link of their own that are reached from this one. */
  covers?: readonly string[]
  /** Shows the number of unknown outcomes. */
  hasUnknown?: true
  /** A tab at the foot of a phone; the other links are in its menu. */
  isTab?: true
}
/** A group of links; the first has no title. */
export type NavigationGroup = { title?: string; links: readonly NavigationLink[] }

/** Every page in the navigation; a new one is one entry here. */
export const navigation: readonly NavigationGroup[] = [
  {
    links: [
      { segment: '', name: 'Overview', icon: LayoutList, key: 'o', isTab: true },
      { segment: 'transfers', name: 'Transfers', icon: ArrowLeftRight, key: 't', isTab: true },
      { segment: 'issuer-quotes', name: 'Issuer quotes', icon: Receipt, key: 'q', isTab: true },
    ],
  },
  {
    title: 'New',
    links: [
      {
        segment: 'orders/new',
        name: 'Order',
        does: 'New order',
        icon: TrendingUp,
        key: 'n',
        operation: 'createOrder',
      },
      {
        segment: 'fiat-accounts/new',
        name: 'Fiat account',
        does: 'New fiat account',
        icon: Landmark,
        key: 'f',
        operation: 'createFiatAccount',
      },
      { segment: 'rules/new', name: 'Rule', does: 'New rule', icon: Workflow, key: 'r', operation: 'createRule' },
      {
        segment: 'deposits/new',
        name: 'Deposit',
        does: 'New deposit',
        icon: Banknote,
        key: 'd',
        operation: 'initiateSandboxFiatDeposit',
      },
    ],
  },
  {
    title: 'Control',
    links: [
      {
        segment: 'activity',
        name: 'Activity',
        icon: History,
        key: 'a',
        roles: activityReaders,
        covers: ['orders', 'fiat-accounts', 'rules'],
        hasUnknown: true,
        isTab: true,
      },
    ],
  },
]

/** Whether a page exists in an environment: sandbox-only pages are absent in production. */
const existsIn = (environment: Environment, { operation }: NavigationLink) =>
  environment === 'sandbox' || operation === undefined || !rowOf(operation).isSandboxOnly

function isOpenTo(roles: readonly Role[], link: NavigationLink): boolean {
  const open = link.operation ? rowOf(link.operation).roles : link.roles
  return open === undefined || roles.some((role) => open.includes(role))
}

/** The navigation of these roles in an environment, without empty groups. */
export const navigationFor = (environment: Environment, roles: readonly Role[]): readonly NavigationGroup[] =>
  navigation
    .map((group) => ({
      ...group,
      links: group.links.filter((link) => existsIn(environment, link) && isOpenTo(roles, link)),
    }))
    .filter(({ links }) => links.length > 0)

/** The address of a page in the navigation. @param root the environment's: `/sandbox` */
export const hrefOfPage = (root: string, segment: string) => (segment ? `${root}/${segment}` : root)

/** A place in the navigation; `isPage` if it is the page itself, not one that belongs to it. */
type FoundPlace = { link: NavigationLink; place: string; isPage: boolean }

/**
 * The navigation link that a page belongs to: `orders/new/review` to the order form, `orders` to the activity.
 * @param path the path of the page on screen: `/sandbox/transfers/4d1c1f0a-…`
 */
export function locatePage(path: string): FoundPlace | undefined {
  const page = path.split('/').slice(2).join('/')
  const places = navigation.flatMap(({ links }) =>
    links.flatMap((link) => [link.segment, ...(link.covers ?? [])].map((place) => ({ link, place }))),
  )
  const [nearest] = places
    .filter(({ place }) => page === place || (place !== '' && page.startsWith(`${place}/`)))
    .sort((a, b) => b.place.length - a.place.length)
  return nearest && { ...nearest, isPage: page === nearest.link.segment }
}

/**
 * The same kind of page in another environment. Ids, filters and cursors are dropped: they belong to this one.
 * @param path the path of the page on screen: `/sandbox/transfers/4d1c1f0a-…`
 */
export function sameKindOfPage(path: string, environment: Environment): string {
  const found = locatePage(path)
  return hrefOfPage(`/${environment}`, found && existsIn(environment, found.link) ? found.place : '')
}
