import { Menu, User, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { UnknownWatch } from '@/components/activity/unknown-count'
import { Button } from '@/components/ui/button'
import { Announcer } from '@/components/ui/focus'
import type { Environment } from '@/lib/api/environments'
import { activityReaders } from '@/lib/api/intents'
import type { Role } from '@/lib/api/roles'
import { Brand } from './brand'
import { EnvironmentSwitch } from './environment-switch'
import { Keyboard } from './keyboard'
import { KeyboardButton, KeyboardEntry } from './keyboard-button'
import { NavigationLinks, PhoneLinks, phoneTab, SheetLinks } from './navigation-links'
import { PageFocus } from './page-focus'
import { PagePerson } from './page-person'
import { SignOut } from './sign-out'
import { SignedOutWatch } from './signed-out-watch'
import { SkipLink } from './skip-link'
import { StepGuard } from './step-guard'
import { Strip } from './strip'
import { ThemeButton, ThemeSwitch } from './theme-switch'
import { TimesOnPhone, TimesSwitch } from './times-switch'

type ShellProps = {
  environment: Environment
  /** Every environment that is set up here. */
  environments: readonly Environment[]
  name: string
  /** Whose page this is. */
  person: string
  roles: readonly Role[]
  children: ReactNode
}

/** What stands round every signed-in page. */
export function Shell({ environment, environments, name, person, roles, children }: ShellProps) {
  const other = environments.find((one) => one !== environment)
  const account = (
    <>
      <li className="flex min-h-7 items-center gap-2 px-2 text-ink-2 max-sm:min-h-11">
        <User />
        <span className="min-w-0 overflow-hidden text-ellipsis">{name}</span>
        <span className="ml-auto text-sm text-ink-3">{roles.join(', ')}</span>
      </li>
      <li>
        <SignOut />
      </li>
    </>
  )
  return (
    <>
      <SkipLink />
      <Strip environment={environment} />
      <div className="shell">
        <nav aria-label="Main" className="row-span-2 border-r border-hairline bg-sunken max-sm:hidden">
          <div className="sticky top-(--strip-height) flex h-[calc(100vh-var(--strip-height))] flex-col gap-5 overflow-y-auto px-2 py-3">
            <Brand className="px-2 py-0.5" />
            <NavigationLinks environment={environment} roles={roles} />
            <ul className="mt-auto">
              {other && (
                <li>
                  <EnvironmentSwitch other={other} />
                </li>
              )}
              {account}
            </ul>
          </div>
        </nav>
        <header className="bar sticky top-(--strip-height) z-(--z-bar) flex h-(--bar-height) items-center gap-3 border-b border-hairline bg-surface px-6 max-sm:gap-2 max-sm:px-4">
          <Brand className="sm:hidden" />
          <div className="ml-auto flex items-center gap-3">
            <div className="max-sm:hidden">
              <TimesSwitch />
            </div>
            <TimesOnPhone sheet="more" />
            <ThemeButton />
            <KeyboardButton />
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
        <PhoneLinks environment={environment} roles={roles} />
        <button type="button" popoverTarget="more" className={phoneTab}>
          <Menu />
          More
        </button>
      </nav>
      <div id="more" popover="auto" role="dialog" aria-label="More" className="sheet sm:hidden">
        <div className="mb-1 flex items-center justify-between pl-2">
          <h2>More</h2>
          <Button kind="plain" size="icon" aria-label="Close" popoverTarget="more" popoverTargetAction="hide">
            <X />
          </Button>
        </div>
        <ul>
          <SheetLinks environment={environment} roles={roles} />
          {other && (
            <li>
              <EnvironmentSwitch other={other} />
            </li>
          )}
          <li className="flex min-h-13 flex-wrap items-center justify-between gap-2 px-2">
            Times in <TimesSwitch />
          </li>
          <li className="flex min-h-13 flex-wrap items-center justify-between gap-2 px-2">
            Theme <ThemeSwitch />
          </li>
          <li>
            <KeyboardEntry />
          </li>
          {account}
        </ul>
      </div>
      <Announcer />
      <PageFocus />
      <StepGuard />
      <SignedOutWatch />
      <PagePerson person={person} />
      <Keyboard environment={environment} roles={roles} />
      {roles.some((role) => activityReaders.includes(role)) && <UnknownWatch environment={environment} />}
    </>
  )
}
