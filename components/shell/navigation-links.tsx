'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type UnknownCount, unknownWords, useUnknownCount } from '@/components/activity/unknown-count'
import type { Environment } from '@/lib/api/environments'
import type { Role } from '@/lib/api/roles'
import { hrefOfPage, type NavigationLink, navigationFor, placeOfPath } from './navigation'

/** Classes of an entry of the navigation. */
export const navigationEntry =
  'flex min-h-7 w-full items-center gap-2 rounded-2 px-2 text-left text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-env-tint aria-[current]:font-label aria-[current]:text-env-ink max-sm:min-h-11'

type LinksProps = { environment: Environment; roles: readonly Role[] }

/** What a link says of itself: the very page, or a page that belongs to it. */
function useCurrent() {
  const found = placeOfPath(usePathname())
  return (link: NavigationLink) => (found?.link !== link ? undefined : found.isPage ? 'page' : 'true')
}

/** The navigation at the side. */
export function NavigationLinks({ environment, roles }: LinksProps) {
  const current = useCurrent()
  const groups = navigationFor(environment, roles)
  return groups.map(({ title, links }) => (
    <div key={title ?? ''}>
      {title && <NavigationTitle title={title} />}
      <ul>
        {links.map((link) => (
          <li key={link.segment}>
            <Link
              href={hrefOfPage(`/${environment}`, link.segment)}
              prefetch={false}
              aria-current={current(link)}
              data-keys={`g ${link.key}`}
              className={navigationEntry}
            >
              <link.icon />
              {link.name}
              {link.hasUnknown && <UnknownBadge environment={environment} />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}

function NavigationTitle({ title }: { title: string }) {
  return <h2 className="px-2 pb-0.5 text-sm font-label tracking-normal text-ink-3">{title}</h2>
}

/** Violet, because it says that something is not known. */
function UnknownBadge({ environment }: { environment: Environment }) {
  const unknown = useUnknownCount(environment)
  if (!unknown) return null
  return (
    <span className="tone-unknown ml-auto text-sm font-title text-tone" title={unknownWords(unknown)}>
      {numberOf(unknown)} unknown
    </span>
  )
}

const numberOf = ({ count, isMore }: UnknownCount) => `${count}${isMore ? '+' : ''}`

/** Classes of a tab at a phone's foot. */
export const phoneTab =
  'relative flex min-w-0 flex-col items-center justify-center gap-[3px] px-0.5 text-center text-xs leading-none text-ink-2 focus-visible:-outline-offset-2 aria-[current]:font-title aria-[current]:text-env-ink [&>.lucide]:size-5'

/** The same on a phone: the pages that are looked at most as tabs at the foot. */
export function PhoneLinks({ environment, roles }: LinksProps) {
  const current = useCurrent()
  return navigationFor(environment, roles)
    .flatMap(({ links }) => links)
    .filter(({ isTab }) => isTab)
    .map((link) => (
      <Link
        key={link.segment}
        href={hrefOfPage(`/${environment}`, link.segment)}
        prefetch={false}
        aria-current={current(link)}
        className={phoneTab}
      >
        <link.icon />
        {link.name}
        {link.hasUnknown && <UnknownDot environment={environment} />}
      </Link>
    ))
}

function UnknownDot({ environment }: { environment: Environment }) {
  const unknown = useUnknownCount(environment)
  if (!unknown) return null
  return (
    <>
      <span
        aria-hidden
        className="tone-unknown absolute top-2 left-[calc(50%+8px)] size-[7px] rounded-full bg-tone forced-colors:bg-[Highlight]"
        title={unknownWords(unknown)}
      />
      <span className="sr-only">, {unknownWords(unknown)}</span>
    </>
  )
}

/** What the tabs have no room for, in a phone's sheet. */
export function SheetLinks({ environment, roles }: LinksProps) {
  const current = useCurrent()
  return navigationFor(environment, roles)
    .map(({ title, links }) => ({ title, links: links.filter(({ isTab }) => !isTab) }))
    .filter(({ links }) => links.length > 0)
    .map(({ title, links }) => (
      <li key={title ?? ''} className="mb-1 border-b border-hairline pb-1">
        {title && <NavigationTitle title={title} />}
        <ul>
          {links.map((link) => (
            <li key={link.segment}>
              <Link
                href={hrefOfPage(`/${environment}`, link.segment)}
                prefetch={false}
                aria-current={current(link)}
                className={navigationEntry}
                onClick={() => document.getElementById('more')?.hidePopover()}
              >
                <link.icon />
                {link.name}
              </Link>
            </li>
          ))}
        </ul>
      </li>
    ))
}
