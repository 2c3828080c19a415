'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { navigation } from './navigation'

/** Classes of an entry of the navigation. */
export const navigationEntry =
  'flex h-7 w-full items-center gap-2 rounded-2 px-2 text-left text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-env-tint aria-[current]:font-label aria-[current]:text-env-ink max-sm:h-11'

function useCurrent(root: string) {
  const path = usePathname()
  return (segment: string) => {
    const page = `${root}/${segment}`
    if (path === page) return 'page'
    return path.startsWith(`${page}/`) ? 'true' : undefined
  }
}

/** The navigation at the side. */
export function NavigationLinks({ root }: { root: string }) {
  const current = useCurrent(root)
  return navigation.map(({ title, links }) => (
    <div key={title ?? ''}>
      {title && <h2 className="px-2 pb-0.5 text-sm font-label tracking-normal text-ink-3">{title}</h2>}
      <ul>
        {links.map(({ segment, name, icon: Icon }) => (
          <li key={segment}>
            <Link
              href={`${root}/${segment}`}
              prefetch={false}
              aria-current={current(segment)}
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
  'flex flex-col items-center justify-center gap-[3px] text-xs leading-none text-ink-2 aria-[current]:font-title aria-[current]:text-env-ink [&>.lucide]:size-5'

/** The same on a phone: the first group as tabs at the foot. */
export function PhoneLinks({ root }: { root: string }) {
  const current = useCurrent(root)
  return navigation[0]?.links.map(({ segment, name, icon: Icon }) => (
    <Link
      key={segment}
      href={`${root}/${segment}`}
      prefetch={false}
      aria-current={current(segment)}
      className={phoneTab}
    >
      <Icon />
      {name}
    </Link>
  ))
}
