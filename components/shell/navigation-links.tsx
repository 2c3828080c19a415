'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { hrefOfPage, navigation } from './navigation'

/** Classes of an entry of the navigation. */
export const navigationEntry =
  'flex min-h-7 w-full items-center gap-2 rounded-2 px-2 text-left text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-env-tint aria-[current]:font-label aria-[current]:text-env-ink max-sm:min-h-11'

function useCurrent(root: string) {
  const path = usePathname()
  return (segment: string) => {
    const page = hrefOfPage(root, segment)
    if (path === page) return 'page'
    return segment && path.startsWith(`${page}/`) ? 'true' : undefined
  }
}

/** The navigation at the side. */
export function NavigationLinks({ root }: { root: string }) {
  const current = useCurrent(root)
  return navigation.map(({ title, links }) => (
    <div key={title ?? ''}>
      {title && <h2 className="px-2 pb-0.5 text-sm font-label tracking-normal text-ink-3">{title}</h2>}
      <ul>
        {links.map(({ segment, name, icon: Icon, key }) => (
          <li key={segment}>
            <Link
              href={hrefOfPage(root, segment)}
              prefetch={false}
              aria-current={current(segment)}
              data-keys={`g ${key}`}
              className={navigationEntry}
            >
              <Icon />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** Classes of a tab at a phone's foot. */
export const phoneTab =
  'flex min-w-0 flex-col items-center justify-center gap-[3px] px-0.5 text-center text-xs leading-none text-ink-2 focus-visible:-outline-offset-2 aria-[current]:font-title aria-[current]:text-env-ink [&>.lucide]:size-5'

/** The same on a phone: the first group as tabs at the foot. */
export function PhoneLinks({ root }: { root: string }) {
  const current = useCurrent(root)
  return navigation[0]?.links.map(({ segment, name, icon: Icon }) => (
    <Link
      key={segment}
      href={hrefOfPage(root, segment)}
      prefetch={false}
      aria-current={current(segment)}
      className={phoneTab}
    >
      <Icon />
      {name}
    </Link>
  ))
}
