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

/** A page in the navigation; `segment` follows the environment in its address, `key` follows `g` on the keyboard. */
export type NavigationLink = {
  segment: string
  name: string
  /** What its key does, where its name alone does not say it. */
  does?: string
  icon: LucideIcon
  key: string
  /** The operation that the page is for: who may not do it, and where it does not exist, has no link. */
  operation?: OperationName
  /** Who may see the page, where no operation says it. */
  roles?: readonly Role[]
  /** Places that have no link of their own and are reached from this page. */
  covers?: readonly string[]
  /** Shows how many outcomes are not known. */
  hasUnknown?: true
  /** Among the tabs at a phone's foot; the others are in its sheet. */
  isTab?: true
}
/** Links that belong together; the first group has no title. */
export type NavigationGroup = { title?: string; links: readonly NavigationLink[] }

/** Every page that the navigation shows: a new one is one entry here. */
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

/** Whether a page exists in an environment: what is sandbox-only is absent in production, not greyed. */
const existsIn = (environment: Environment, { operation }: NavigationLink) =>
  environment === 'sandbox' || operation === undefined || !rowOf(operation).isSandboxOnly

function isOpenTo(roles: readonly Role[], link: NavigationLink): boolean {
  const open = link.operation ? rowOf(link.operation).roles : link.roles
  return open === undefined || roles.some((role) => open.includes(role))
}

/** The navigation as somebody with these roles has it in an environment; a group without a link is left out. */
export const navigationFor = (environment: Environment, roles: readonly Role[]): readonly NavigationGroup[] =>
  navigation
    .map((group) => ({
      ...group,
      links: group.links.filter((link) => existsIn(environment, link) && isOpenTo(roles, link)),
    }))
    .filter(({ links }) => links.length > 0)

/** The address of a page of the navigation. @param root the environment's: `/sandbox` */
export const hrefOfPage = (root: string, segment: string) => (segment ? `${root}/${segment}` : root)

/** A place of the navigation, and whether it is the very page or a page that belongs to it. */
type FoundPlace = { link: NavigationLink; place: string; isPage: boolean }

/**
 * Where in the navigation a page belongs: `orders/new/review` to the form of orders, `orders` to the activity.
 * @param path the path of the page on screen: `/sandbox/transfers/4d1c1f0a-…`
 */
export function placeOfPath(path: string): FoundPlace | undefined {
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
 * The same kind of page in another environment, without anything of this one: ids, filters and cursors do not carry over.
 * @param path the path of the page on screen: `/sandbox/transfers/4d1c1f0a-…`
 */
export function sameKindOfPage(path: string, environment: Environment): string {
  const found = placeOfPath(path)
  return hrefOfPage(`/${environment}`, found && existsIn(environment, found.link) ? found.place : '')
}
