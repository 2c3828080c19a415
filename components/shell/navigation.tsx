'use client'
import {
  ArrowLeftRight,
  Banknote,
  History,
  Landmark,
  LayoutList,
  type LucideIcon,
  Receipt,
  Repeat,
  TrendingUp,
  Workflow,
} from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { unknownCountText, useUnknownCount } from '@/components/activity/unknown-count'
import { toneClass } from '@/components/ui/status'
import type { Environment } from '@/lib/api/environments'
import { activityReaders } from '@/lib/api/intents'
import { type OperationName, rowOf } from '@/lib/api/operations'
import type { Role } from '@/lib/api/roles'

/** A page in the navigation: `segment` follows the environment in its address, `key` follows `g` on the keyboard. */
export type NavigationLink = {
  segment: string
  name: string
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
      { segment: 'orders/new', name: 'Order', icon: TrendingUp, key: 'n', operation: 'createOrder' },
      { segment: 'fiat-accounts/new', name: 'Fiat account', icon: Landmark, key: 'f', operation: 'createFiatAccount' },
      { segment: 'rules/new', name: 'Rule', icon: Workflow, key: 'r', operation: 'createRule' },
      { segment: 'deposits/new', name: 'Deposit', icon: Banknote, key: 'd', operation: 'initiateSandboxFiatDeposit' },
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

/**
 * The navigation link that a page belongs to: `orders/new/review` to the order form, `orders` to the activity.
 * @param path the path of the page on screen: `/sandbox/transfers/4d1c1f0a-…`
 * @returns undefined if there is none; `isPage` if the link leads to the page itself
 */
export function locatePage(path: string) {
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

/** Classes of an entry in the navigation. */
export const navigationEntry =
  'flex min-h-11 w-full items-center gap-2 rounded-2 px-2 text-left text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-env-tint aria-[current]:font-label aria-[current]:text-env-ink sm:min-h-7'

/** Classes of a tab at the foot of a phone. */
export const phoneTab =
  'relative flex min-w-0 flex-col items-center justify-center gap-[3px] px-0.5 text-center text-xs leading-none text-ink-2 focus-visible:-outline-offset-2 aria-[current]:font-title aria-[current]:text-env-ink [&>.lucide]:size-5'

export type LinksProps = { environment: Environment; roles: readonly Role[] }

type EntryProps = { environment: Environment; link: NavigationLink; className: string; onClick?: () => void }

/** A link that knows whether its page, or one that belongs to it, is on screen. */
function Entry({ environment, link, className, onClick }: EntryProps) {
  const found = locatePage(usePathname())
  const isTab = className === phoneTab
  return (
    <Link
      href={hrefOfPage(`/${environment}`, link.segment)}
      prefetch={false}
      aria-current={found?.link !== link ? undefined : found.isPage ? 'page' : 'true'}
      data-keys={isTab ? undefined : `g ${link.key}`}
      className={className}
      onClick={onClick}
    >
      <link.icon />
      {link.name}
      {link.hasUnknown && <UnknownBadge environment={environment} isDot={isTab} />}
    </Link>
  )
}

/** The number of unknown outcomes; on a tab only a dot. */
function UnknownBadge({ environment, isDot }: { environment: Environment; isDot: boolean }) {
  const unknown = useUnknownCount(environment)
  if (!unknown) return null
  const text = unknownCountText(unknown)
  if (!isDot) {
    return (
      <span className={`${toneClass.unknown} ml-auto text-sm font-title text-tone`} title={text}>
        {unknown.count}
        {unknown.isMore && '+'} unknown
      </span>
    )
  }
  return (
    <>
      <span
        aria-hidden
        className={`${toneClass.unknown} absolute top-2 left-[calc(50%+8px)] size-[7px] rounded-full bg-tone forced-colors:bg-[Highlight]`}
        title={text}
      />
      <span className="sr-only">, {text}</span>
    </>
  )
}

type GroupProps = { group: NavigationGroup; environment: Environment; onFollow?: () => void }

function Group({ group: { title, links }, environment, onFollow }: GroupProps) {
  return (
    <>
      {title && <h2 className="px-2 pb-0.5 text-sm font-label tracking-normal text-ink-3">{title}</h2>}
      <ul>
        {links.map((link) => (
          <li key={link.segment}>
            <Entry environment={environment} link={link} className={navigationEntry} onClick={onFollow} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The navigation at the side. */
export function NavigationLinks({ environment, roles }: LinksProps) {
  return navigationFor(environment, roles).map((group) => (
    <div key={group.title ?? ''}>
      <Group group={group} environment={environment} />
    </div>
  ))
}

/** On a phone: the most used pages as tabs. */
export function PhoneLinks({ environment, roles }: LinksProps) {
  return navigationFor(environment, roles)
    .flatMap(({ links }) => links)
    .filter(({ isTab }) => isTab)
    .map((link) => <Entry key={link.segment} environment={environment} link={link} className={phoneTab} />)
}

/** On a phone: the pages without a tab, in the menu. */
export function MenuLinks({ environment, roles, onFollow }: LinksProps & { onFollow: () => void }) {
  return navigationFor(environment, roles)
    .map(({ title, links }) => ({ title, links: links.filter(({ isTab }) => !isTab) }))
    .filter(({ links }) => links.length > 0)
    .map((group) => (
      <li key={group.title ?? ''} className="mb-1 border-b border-hairline pb-1">
        <Group group={group} environment={environment} onFollow={onFollow} />
      </li>
    ))
}

/**
 * Leads to the same kind of page in the other environment. A plain link reloads the page, so that nothing that was loaded
 * or typed in one environment can appear in the other.
 */
export function EnvironmentSwitch({ other }: { other: Environment }) {
  return (
    <a href={sameKindOfPage(usePathname(), other)} className={navigationEntry}>
      <Repeat />
      Switch to {other}
    </a>
  )
}
