'use client'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/address'
import { PageHeader } from '@/components/ui/section'
import { showTab } from '@/components/ui/tabs'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { settingsPagesFor } from './settings-pages'

type SettingsFrameProps = {
  environment: Environment
  roles: readonly Role[]
  /** At the end of the heading's line. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the settings: the heading, and the tabs of the pages that these roles may open. */
export function SettingsFrame({ environment, roles, actions, children }: SettingsFrameProps) {
  const path = usePathname()
  return (
    <>
      <PageHeader title="Settings">{actions}</PageHeader>
      <nav
        aria-label="Settings"
        className="mb-3 overflow-x-auto overflow-y-hidden border-b border-hairline print:hidden"
      >
        <ul className="flex gap-5">
          {settingsPagesFor(roles).map(({ segment, name }) => {
            const href = `/${environment}/${segment}`
            return (
              <li key={segment} className="flex-none">
                <Link
                  ref={path === href ? showTab : undefined}
                  href={href}
                  aria-current={path === href ? 'page' : undefined}
                  className="-mb-px inline-flex h-11 items-center border-b-2 border-transparent text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-env aria-[current]:font-label aria-[current]:text-ink sm:h-[34px] forced-colors:border-[Canvas] forced-colors:aria-[current]:border-[Highlight]"
                >
                  {name}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      {children}
    </>
  )
}
