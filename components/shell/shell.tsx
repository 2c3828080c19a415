import { Menu, Repeat, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Announcer } from '@/components/ui/announcer'
import type { Environment } from '@/lib/api/environments'
import type { Role } from '@/lib/api/roles'
import { Brand } from './brand'
import { NavigationLinks, navigationEntry, PhoneLinks, phoneTab } from './navigation-links'
import { PageFocus } from './page-focus'
import { SignOut } from './sign-out'
import { SkipLink } from './skip-link'
import { StepGuard } from './step-guard'
import { Strip } from './strip'
import { ThemeSwitch } from './theme-switch'

type ShellProps = {
  environment: Environment
  /** Every environment that is set up here. */
  environments: readonly Environment[]
  name: string
  roles: readonly Role[]
  children: ReactNode
}

/** What stands round every signed-in page. */
export function Shell({ environment, environments, name, roles, children }: ShellProps) {
  const root = `/${environment}`
  const other = environments.find((one) => one !== environment)
  const account = (
    <ul>
      {other && (
        <li>
          {/* Another environment is another console: nothing of this one is taken along. */}
          <a href={`/${other}/transfers`} className={navigationEntry}>
            <Repeat />
            Switch to {other}
          </a>
        </li>
      )}
      <li className="flex min-h-7 items-center gap-2 px-2 text-ink-2">
        <User />
        <span className="min-w-0 overflow-hidden text-ellipsis">{name}</span>
        <span className="ml-auto text-sm text-ink-3">{roles.join(', ')}</span>
      </li>
      <li>
        <SignOut />
      </li>
    </ul>
  )
  return (
    <>
      <SkipLink />
      <Strip environment={environment} />
      <div className="shell">
        <nav aria-label="Main" className="row-span-2 border-r border-hairline bg-sunken max-sm:hidden">
          <div className="sticky top-(--strip-height) flex h-[calc(100vh-var(--strip-height))] flex-col gap-5 overflow-y-auto px-2 py-3">
            <Brand className="px-2 py-0.5" />
            <NavigationLinks root={root} />
            <div className="mt-auto">{account}</div>
          </div>
        </nav>
        <header className="bar sticky top-(--strip-height) z-(--z-bar) flex h-(--bar-height) items-center gap-3 border-b border-hairline bg-surface px-6 max-sm:gap-2 max-sm:px-4">
          <Brand className="sm:hidden" />
          <div className="ml-auto">
            <ThemeSwitch />
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-6 pt-5 pb-12 outline-none max-sm:px-4 max-sm:pt-4 max-sm:pb-8"
        >
          {children}
        </main>
      </div>
      <nav aria-label="Main, phone" className="phone-tabs">
        <PhoneLinks root={root} />
        <button type="button" popoverTarget="more" className={phoneTab}>
          <Menu />
          More
        </button>
      </nav>
      <div
        id="more"
        popover="auto"
        className="fixed inset-x-0 top-auto bottom-0 m-0 w-full rounded-t-3 bg-raised p-4 text-ink shadow-menu"
      >
        {account}
      </div>
      <Announcer />
      <PageFocus />
      <StepGuard />
    </>
  )
}
