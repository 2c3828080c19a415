'use client'
import {
  ArrowLeftRight,
  FileDown,
  History,
  Landmark,
  LayoutList,
  type LucideIcon,
  Plus,
  Receipt,
  Repeat,
  Route,
  Search,
  Send,
  Settings,
  Stamp,
  TrendingUp,
  Workflow,
} from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useApprovals } from '@/components/approvals/use-approvals'
import { unknownCountText, useUnknownCount } from '@/components/requests/unknown-count'
import { Link } from '@/components/ui/address'
import { useIdle } from '@/components/ui/browser-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { toneClass } from '@/components/ui/status'
import { activityReaders, activityWriters } from '@/lib/api/intents'
import type { Environment } from '@/lib/provider/environments'
import { formPath, mayWrite, rowOf, type WriteName, writeNames, writeRowOf } from '@/lib/provider/operations'
import type { Role } from '@/lib/provider/roles'

/** A page in the navigation: `segment` follows the environment in its address. */
export type NavigationLink = {
  segment: string
  name: string
  icon: LucideIcon
  /** The two keys that lead to it: `g` to a page, `n` to a form. */
  keys: `${'g' | 'n'} ${string}`
  /** Who may see the page; by default everyone. */
  roles?: readonly Role[]
  /** What its button "New" creates, and the keys that open the form. */
  creates?: { operation: WriteName; keys: `n ${string}` }
  /** Shows the number of unknown outcomes. */
  hasUnknown?: true
  /** Shows the number of requests that this person may decide on. */
  hasWaiting?: true
  /** A tab at the foot of a phone; the other links are in its menu. */
  isTab?: true
  /** Pages that belong to the link too, although their addresses begin with other segments. */
  others?: readonly string[]
}
/** A group of links; the first has no title. */
export type NavigationGroup = { title?: string; links: readonly NavigationLink[] }

/** The form that the row of a write offers on a page, and its keys. */
function offeredOn(segment?: string): NavigationLink['creates'] {
  for (const operation of writeNames) {
    const { offered } = writeRowOf(operation)
    if (offered && offered.on === segment) return { operation, keys: offered.keys }
  }
  return undefined
}

/** Every page in the navigation; a new one is one entry here. */
const navigation: readonly NavigationGroup[] = [
  {
    links: [
      { segment: '', name: 'Overview', icon: LayoutList, keys: 'g o', isTab: true },
      { segment: 'money/new', name: 'Move money', icon: Send, keys: 'n m', roles: activityWriters },
      {
        segment: 'money',
        name: 'Movements',
        icon: Route,
        keys: 'g m',
        roles: rowOf('listTransfers').roles,
        isTab: true,
      },
      { segment: 'transfers', name: 'Transfers', icon: ArrowLeftRight, keys: 'g t' },
      {
        segment: 'lookup',
        name: 'Look-up',
        icon: Search,
        keys: 'g l',
        roles: rowOf('listTransfers').roles,
        isTab: true,
      },
      { segment: 'issuer-quotes', name: 'Issuer quotes', icon: Receipt, keys: 'g q' },
      { segment: 'exports', name: 'Exports', icon: FileDown, keys: 'g e', roles: rowOf('listTransfers').roles },
    ],
  },
  {
    title: 'Manage',
    links: [
      { segment: 'orders', name: 'Orders', icon: TrendingUp, keys: 'g r', roles: activityReaders },
      { segment: 'fiat-accounts', name: 'Fiat accounts', icon: Landmark, keys: 'g f', roles: activityReaders },
      { segment: 'rules', name: 'Rules', icon: Workflow, keys: 'g u', roles: activityReaders },
    ],
  },
  {
    title: 'Control',
    links: [
      {
        segment: 'approvals',
        name: 'Approvals',
        icon: Stamp,
        keys: 'g p',
        roles: activityReaders,
        hasWaiting: true,
        isTab: true,
      },
      { segment: 'activity', name: 'Activity', icon: History, keys: 'g a', roles: activityReaders, hasUnknown: true },
      { segment: 'settings', name: 'Settings', icon: Settings, keys: 'g s', others: ['webhooks', 'audit'] },
    ],
  },
]

/** Whether a write exists in an environment: some only in the sandbox. */
const existsIn = (environment: Environment, operation: WriteName) =>
  environment === 'sandbox' || !writeRowOf(operation).isSandboxOnly

/** With what these roles may create there. */
function withForm(environment: Environment, roles: readonly Role[], link: NavigationLink): NavigationLink {
  const creates = offeredOn(link.segment)
  const isOffered = creates && existsIn(environment, creates.operation) && mayWrite(creates.operation, roles)
  return isOffered ? { ...link, creates } : link
}

/** The navigation of these roles in an environment, without empty groups. */
export const navigationFor = (environment: Environment, roles: readonly Role[]): readonly NavigationGroup[] =>
  navigation
    .map((group) => ({
      ...group,
      links: group.links
        .filter((link) => link.roles === undefined || link.roles.some((role) => roles.includes(role)))
        .map((link) => withForm(environment, roles, link)),
    }))
    .filter(({ links }) => links.length > 0)

/** The address of a page in the navigation. @param root the environment's: `/sandbox` */
export const hrefOfPage = (root: string, segment: string) => (segment ? `${root}/${segment}` : root)

/** `New order` */
export const createLabel = (operation: WriteName) => `New ${writeRowOf(operation).noun}`

/**
 * The navigation link that a page belongs to: `orders/new/review` to the orders.
 * @param path the path of the page on screen: `/sandbox/transfers/4d1c1f0a-…`
 * @returns undefined if there is none; `isPage` if the link leads to the page itself, `place` is the nearest page without IDs
 */
export function locatePage(path: string) {
  const page = path.split('/').slice(2).join('/')
  const places = navigation.flatMap(({ links }) =>
    links.flatMap(({ segment, others = [] }) => {
      const creates = offeredOn(segment)
      const form = creates ? [formPath(creates.operation)] : []
      return [segment, ...others, ...form].map((place) => ({ segment, place }))
    }),
  )
  const [nearest] = places
    .filter(({ place }) => page === place || (place !== '' && page.startsWith(`${place}/`)))
    .sort((a, b) => b.place.length - a.place.length)
  return nearest && { ...nearest, isPage: page === nearest.segment }
}

/**
 * The same kind of page in another environment. Ids, filters and cursors are dropped: they belong to this one.
 * @param path the path of the page on screen: `/sandbox/transfers/4d1c1f0a-…`
 */
export function sameKindOfPage(path: string, environment: Environment): string {
  const found = locatePage(path)
  const { operation } = offeredOn(found?.segment) ?? {}
  const isForm = operation !== undefined && found?.place === formPath(operation)
  const exists = !isForm || existsIn(environment, operation)
  return hrefOfPage(`/${environment}`, (exists ? found?.place : found?.segment) ?? '')
}

/**
 * Classes of an entry in the navigation. Between a phone and 1100 px the navigation has icons only, and `nameClass` hides
 * the words from sight.
 */
export const navigationEntry =
  'relative flex min-h-11 w-full min-w-0 flex-1 items-center gap-2 rounded-2 px-2 text-left text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-env-tint aria-[current]:font-label aria-[current]:text-env-ink sm:min-h-7 sm:max-xl:min-h-9 sm:max-xl:justify-center'
export const nameClass = 'sm:max-xl:sr-only'

const groupTitle = `px-2 pb-0.5 text-sm font-label tracking-normal text-ink-3 ${nameClass}`

/** Classes of a tab at the foot of a phone. */
export const phoneTab =
  'relative flex min-w-0 flex-col items-center justify-center gap-[3px] px-0.5 text-center text-xs leading-none text-ink-2 focus-visible:-outline-offset-2 aria-[current]:font-title aria-[current]:text-env-ink [&>.lucide]:size-5'

export type LinksProps = { environment: Environment; roles: readonly Role[] }

type EntryProps = { environment: Environment; link: NavigationLink; isTab?: boolean; onClick?: () => void }

/** A link that knows whether its page, or one that belongs to it, is on screen. */
function Entry({ environment, link, isTab = false, onClick }: EntryProps) {
  const path = usePathname()
  // The page on screen may belong to no environment that is configured.
  const found = path.startsWith(`/${environment}`) ? locatePage(path) : undefined
  return (
    <Link
      href={hrefOfPage(`/${environment}`, link.segment)}
      aria-current={found?.segment !== link.segment ? undefined : found.isPage ? 'page' : 'true'}
      data-keys={isTab ? undefined : link.keys}
      data-tip={isTab ? undefined : link.name}
      className={isTab ? phoneTab : navigationEntry}
      onClick={onClick}
    >
      <link.icon />
      <span className={isTab ? 'max-w-full [overflow-wrap:anywhere] hyphens-auto' : nameClass}>{link.name}</span>
      {link.hasUnknown && <UnknownBadge environment={environment} isDot={isTab} />}
      {link.hasWaiting && <WaitingBadge environment={environment} isDot={isTab} />}
    </Link>
  )
}

type BadgeProps = { tone: 'unknown' | 'wait'; text: string; count: string; word?: string; isDot: boolean }

/** A number beside a link; on a tab only a dot. */
function Badge({ tone, text, count, word, isDot }: BadgeProps) {
  if (!isDot) {
    return (
      <span
        className={`${toneClass[tone]} ml-auto text-sm font-title text-tone sm:max-xl:absolute sm:max-xl:top-0.5 sm:max-xl:right-0.5 sm:max-xl:text-xs sm:max-xl:leading-none`}
        title={text}
      >
        {count}
        {word && <span className={nameClass}> {word}</span>}
      </span>
    )
  }
  return (
    <>
      <span
        aria-hidden
        className={`${toneClass[tone]} absolute top-2 left-[calc(50%+8px)] size-[7px] rounded-full bg-tone forced-colors:bg-[Highlight]`}
        title={text}
      />
      <span className="sr-only">, {text}</span>
    </>
  )
}

/** The number of unknown outcomes. */
export function UnknownBadge({ environment, isDot }: { environment: Environment; isDot: boolean }) {
  const unknown = useUnknownCount(environment)
  if (!unknown) return null
  const count = `${unknown.count}${unknown.isMore ? '+' : ''}`
  return <Badge tone="unknown" text={unknownCountText(unknown)} count={count} word="unknown" isDot={isDot} />
}

/** The number of requests that wait for this person. */
function WaitingBadge({ environment, isDot }: { environment: Environment; isDot: boolean }) {
  const count = useApprovals(environment).length
  return count > 0 && <Badge tone="wait" text={`${count} waiting for you`} count={String(count)} isDot={isDot} />
}

type GroupProps = { group: NavigationGroup; environment: Environment; onFollow?: () => void }

function Group({ group: { title, links }, environment, onFollow }: GroupProps) {
  return (
    <>
      {title && <h2 className={groupTitle}>{title}</h2>}
      <ul>
        {links.map((link) => (
          <li key={link.segment} className="group flex items-center gap-0.5 max-sm:mb-1">
            <Entry environment={environment} link={link} onClick={onFollow} />
            {link.creates && <CreateLink environment={environment} {...link.creates} onClick={onFollow} />}
          </li>
        ))}
      </ul>
    </>
  )
}

type CreateProps = Pick<EntryProps, 'environment' | 'onClick'> & NonNullable<NavigationLink['creates']>

/** Opens the form of a record. Beside icons there is no room for it, but its keys work, and the list has the same button. */
function CreateLink({ environment, operation, keys, onClick }: CreateProps) {
  const label = createLabel(operation)
  return (
    <Link
      href={`/${environment}/${formPath(operation)}`}
      aria-label={label}
      title={label}
      data-keys={keys}
      className="flex size-11 flex-none items-center justify-center rounded-2 text-ink-3 group-hover:text-ink hover:bg-hover max-sm:border max-sm:border-control sm:size-7 sm:max-xl:hidden"
      onClick={onClick}
    >
      <Plus className="size-3.5" />
    </Link>
  )
}

const PinnedViews = lazyPart('The pinned views', () => import('@/components/views/pinned-views'))

/** The pinned views, once the page has nothing else to do. */
export function PinnedLinks({ environment, onFollow }: { environment: Environment; onFollow?: () => void }) {
  const classes = { entryClass: navigationEntry, nameClass, titleClass: groupTitle }
  return useIdle() && <PinnedViews environment={environment} onFollow={onFollow} {...classes} />
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
    .map((link) => <Entry key={link.segment} environment={environment} link={link} isTab />)
}

/** On a phone: the pages without a tab, in the menu, and those on which something can be created. */
export function MenuLinks({ environment, roles, onFollow }: LinksProps & { onFollow: () => void }) {
  return navigationFor(environment, roles)
    .map(({ title, links }) => ({ title, links: links.filter(({ isTab, creates }) => !isTab || creates) }))
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
    <a href={sameKindOfPage(usePathname(), other)} className={navigationEntry} data-tip={`Switch to ${other}`}>
      <Repeat />
      <span className={nameClass}>Switch to {other}</span>
    </a>
  )
}
