'use client'
import { Bell, Menu, User } from 'lucide-react'
import { usePathname } from 'next/navigation'
import {
  type ComponentProps,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useHold } from '@/components/hold/hold-context'
import { HoldBanner } from '@/components/hold/hold-notes'
import { LookupBox } from '@/components/lookup/lookup-box'
import { UnknownCountPoller } from '@/components/requests/unknown-count'
import { TourHost } from '@/components/tours/tour-host'
import type { DemoRights } from '@/components/tours/tour-list'
import { useIdle, whenIdle } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { CellCopying } from '@/components/ui/copy'
import { preloadOverlays } from '@/components/ui/dialog'
import { Announcer, SkipLink } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { usePreference } from '@/components/ui/preferences'
import { activityReaders } from '@/lib/api/intents'
import { canReachConsole } from '@/lib/browser/connection'
import { hasJustSignedIn } from '@/lib/browser/session'
import type { Environment } from '@/lib/provider/environments'
import { type Role, roleNames } from '@/lib/provider/roles'
import { ConnectionLine } from './connection-line'
import { KeyListener } from './key-handler'
import { KeyboardButton, keySequencesFor, onOpenDialog, openDialog, type ShellDialogName } from './keyboard'
import {
  EnvironmentSwitch,
  type LinksProps,
  NavigationLinks,
  nameClass,
  PhoneLinks,
  PinnedLinks,
  phoneTab,
  UnknownBadge,
} from './navigation'
import type { MenuParts } from './phone-menu'
import { Brand, EnvironmentBanner } from './plain-page'
import { PreferenceSwitch, ThemeButton } from './preference-switches'
import { PagePerson, SignOut, SignOutListener } from './session'
import { SessionKeeper } from './session-keeper'

// What only demos have is loaded there alone.
const RehearsalButton = lazyPart('Rehearse', () => import('./rehearsal-button'))
const WorldMenu = lazyPart('The menu of the demo', () => import('./world-menu'))
const RehearsalSheet = lazyPart('The rehearsal', () => import('@/components/rehearsals/rehearsal-sheet'), {
  isOverlay: true,
})
const ShellDialog = lazyPart('The panel', () => import('./shell-dialog'), { isOverlay: true })

type ShellProps = {
  environment: Environment
  /** Whether the page on screen belongs to no environment that is configured: the links lead to this one. */
  isNeutral?: boolean
  /** Every environment that is configured. */
  environments: readonly Environment[]
  /** The user's name. */
  name: string
  /** The user's subject. */
  person: string
  /** After how many minutes without activity the session ends. */
  idleMinutes?: number
  roles: readonly Role[]
  /** Whether the user is a visitor in a world of their own. */
  isWorld?: boolean
  /** Whether the user may let things happen in the sandbox. */
  mayRehearse?: boolean
  /** Whether they joined it by another visitor's link. */
  isGuest?: boolean
  /** Whether it is a demo, which offers tours. */
  isDemo?: boolean
  /** What the desk calls itself. */
  teamName?: ReactNode
  children: ReactNode
}

/** Everything around a signed-in page. */
export function Shell(props: ShellProps) {
  const {
    environment,
    isNeutral = false,
    environments,
    name,
    person,
    idleMinutes,
    roles,
    isWorld = false,
    mayRehearse = false,
    isGuest = false,
    isDemo = false,
    teamName,
    children,
  } = props

  const hold = useHold()
  const other = environments.find((one) => one !== environment)
  const links = { environment, roles }
  const mayReadActivity = roles.some((role) => activityReaders.includes(role))
  const environmentSwitch = other && (
    <li>
      <EnvironmentSwitch other={other} />
    </li>
  )
  const [isRehearsing, setRehearsing] = useState(false)
  useLayoutEffect(() => onOpenDialog((name) => name === 'rehearsal' && setRehearsing((was) => !was)), [])
  const who = !isWorld && (
    <>
      <li
        className="flex min-h-11 items-center gap-2 px-2 text-ink-2 sm:min-h-7 sm:max-xl:min-h-9 sm:max-xl:justify-center"
        data-tip={`${name}, ${roleNames(roles).join(', ')}`}
      >
        <User />
        <span className={`min-w-0 overflow-hidden text-ellipsis ${nameClass}`} title={name}>
          {name}
        </span>
        <span className={`ml-auto text-sm text-ink-3 ${nameClass}`}>{roleNames(roles).join(', ')}</span>
      </li>
      <li>
        <SignOut />
      </li>
    </>
  )
  const account = (
    <>
      {mayRehearse && (
        <li className="min-h-11 sm:min-h-7 sm:max-xl:min-h-9">
          <RehearsalButton isOpen={isRehearsing} />
        </li>
      )}
      {who}
    </>
  )
  return (
    <>
      <SkipLink />
      <EnvironmentBanner
        environment={isNeutral ? undefined : environment}
        brand={<Brand className="mr-auto sm:hidden print:hidden [&>svg]:text-inherit" />}
      >
        {isWorld ? <WorldMenu held={roles} isGuest={isGuest} /> : undefined}
      </EnvironmentBanner>
      <div className="min-h-[calc(100vh-var(--strip-height))] pb-16 sm:grid sm:grid-cols-[56px_minmax(0,1fr)_auto] xl:grid-cols-[var(--nav-width)_minmax(0,1fr)_auto] sm:grid-rows-[var(--bar-height)_1fr] sm:pb-0 print:block print:min-h-0 print:p-0 low:pb-0">
        <IconNavigation>
          <div className="sticky top-(--strip-height) flex h-[calc(100vh-var(--strip-height))] flex-col gap-5 overflow-y-auto px-2 py-3 sm:max-xl:gap-3">
            <Brand className="px-2 py-0.5 sm:max-xl:justify-center" nameClass={nameClass} />
            {teamName}
            <NavigationLinks {...links} />
            <PinnedLinks environment={environment} />
            <ul className="mt-auto">
              {environmentSwitch}
              {account}
            </ul>
          </div>
        </IconNavigation>
        <header className="sm:col-span-2 sticky top-(--strip-height) z-(--z-bar) flex h-(--bar-height) items-center gap-3 border-b border-hairline bg-surface px-6 max-sm:contents print:hidden low:static">
          <LookupBox environment={environment} person={person} />
          <ConnectionLine />
          {/* Seen once it is whole: on a slow line the first buttons would move left while the others arrive. */}
          <div className="not-has-[[title='Keyboard_shortcuts']]:invisible ml-auto flex items-center gap-3 max-sm:hidden">
            <PreferenceSwitch name="times" />
            <ThemeButton />
            <NotificationBell environment={environment} person={person} mayReadActivity={mayReadActivity} />
            <KeyboardButton />
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-2 pb-8 outline-none max-sm:has-[~aside]:pb-[60dvh] sm:px-6 sm:pt-5 sm:pb-12 print:px-0 print:pt-3 print:pb-0"
        >
          {hold?.is_held && <HoldBanner environment={environment} roles={roles} />}
          {children}
        </main>
        {isRehearsing && (
          <RehearsalSheet environment={environment} isWorld={isWorld} onClosed={() => setRehearsing(false)} />
        )}
      </div>
      {/* Seen once it is whole, as above. */}
      <nav
        aria-label="Main, phone"
        className="not-has-[button]:invisible fixed inset-x-0 bottom-0 z-(--z-bar) grid min-h-15 auto-cols-[minmax(0,1fr)] grid-flow-col border-t border-hairline-strong bg-surface sm:hidden print:hidden low:static"
      >
        <PhoneLinks {...links} />
        <button type="button" aria-haspopup="dialog" className={phoneTab} onClick={() => openDialog('menu')}>
          <Menu />
          More
          {/* Activity is there. */}
          {mayReadActivity && <UnknownBadge environment={environment} isDot />}
        </button>
      </nav>
      <Announcer />
      <CellCopying />
      <PageFocus />
      <HistoryWatch />
      <PagePerson person={person} />
      <SignOutListener />
      <SessionKeeper environment={environment} idleMinutes={idleMinutes} />
      <ShellDialogs
        {...links}
        other={other}
        person={person}
        environmentSwitch={environmentSwitch}
        account={account}
        tours={isDemo ? { mayRehearse, isWorld } : undefined}
      />
      {isDemo && <TourHost environment={environment} person={person} roles={roles} rights={{ mayRehearse, isWorld }} />}
      {mayReadActivity && <UnknownCountPoller environment={environment} />}
    </>
  )
}

type DialogsProps = LinksProps & MenuParts & { other?: Environment; person: string; tours?: DemoRights }

/** The shortcuts, and the dialogs of the shell, one at a time. */
function ShellDialogs(dialog: DialogsProps) {
  const { environment, roles } = dialog
  const [open, setOpen] = useState<ShellDialogName>()
  const sequences = useMemo(() => keySequencesFor(environment, roles), [environment, roles])
  useLayoutEffect(() => onOpenDialog((name) => setOpen(name === 'rehearsal' ? undefined : name)), [])
  useEffect(() => whenIdle(preloadOverlays), [])
  return (
    <>
      <KeyListener sequences={sequences} />
      {open && <ShellDialog {...dialog} open={open} sequences={sequences} onClosed={() => setOpen(undefined)} />}
    </>
  )
}

/**
 * After navigation, and after signing in, focuses the heading, unless the page has already placed the focus, or a person has
 * meanwhile begun to type in the look-up or moved to a button of a tour: a page may be shown before Next arrives there. Next
 * announces the title.
 */
function PageFocus() {
  const path = usePathname()
  const last = useRef<string>(undefined)
  useEffect(() => {
    const isFirst = last.current === undefined
    if (last.current === path) return
    last.current = path
    if (isFirst && !hasJustSignedIn()) return
    const main = document.getElementById('main')
    const { activeElement } = document
    // A list may be there too, hidden; what had the focus in it loses it only when the page is next drawn.
    if (activeElement?.matches('input, [data-tour] *')) return
    if (activeElement !== main && main?.contains(activeElement) && activeElement?.checkVisibility()) return
    const headings = [...(main?.querySelectorAll<HTMLElement>('h1') ?? [])]
    const heading = headings.find((one) => one.checkVisibility()) ?? main
    heading?.focus({ preventScroll: true })
  }, [path])
  return null
}

/** Milliseconds in which a step through the history must show its page. */
const historyMillis = 2_000

/**
 * Reloads if a step back or forward changed the address but not the page: Next can wait forever for a step that a quick
 * second one interrupted (seen in 16.4.5).
 */
function HistoryWatch() {
  const path = usePathname()
  const isBehind = useEffectEvent(() => window.location.pathname !== path)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const check = async () => {
      // Without a connection the step waits, and a reload would show the browser's error page.
      if (isBehind() && (await canReachConsole()) && isBehind()) window.location.reload()
    }
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(check, historyMillis)
    }
    window.addEventListener('popstate', watch)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('popstate', watch)
    }
  }, [])
  return null
}

/**
 * The navigation at the side. Names the icon under the pointer or the focus, where it has icons only. The name stays while the pointer is
 * on it, and Esc hides it (WCAG 1.4.13). Screen readers have the name already.
 */
export function IconNavigation({ children }: { children: ReactNode }) {
  const [tip, setTip] = useState<{ text: string; top: number }>()
  const show = ({ target }: SyntheticEvent) => {
    const entry = (target as Element).closest<HTMLElement>('[data-tip]')
    if (!entry) return
    const { top, height } = entry.getBoundingClientRect()
    setTip({ text: entry.dataset.tip ?? '', top: top + height / 2 })
  }
  const hide = () => setTip(undefined)
  return (
    <nav
      aria-label="Main"
      className="row-span-2 hidden border-r border-hairline bg-sunken sm:block print:hidden"
      onPointerOver={show}
      onFocus={show}
      onPointerLeave={hide}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
      onScrollCapture={hide}
    >
      {children}
      {tip && (
        <span
          aria-hidden
          className="fixed left-13 z-(--z-menu) -translate-y-1/2 rounded-2 bg-raised px-2 py-1 whitespace-nowrap text-ink shadow-menu max-sm:hidden xl:hidden print:hidden forced-colors:border"
          style={{ top: tip.top }}
        >
          {tip.text}
        </span>
      )}
    </nav>
  )
}

// Only for those who want notifications. The page does without it, so nothing is shown while it loads or if it is lost.
const Notifier = lazyPart('Notifications', () => import('@/components/live/notifier'))

type BellProps = Omit<ComponentProps<typeof Notifier>, 'isDetailed' | 'whileLoading' | 'renderLost'>

export function NotificationBell(props: BellProps) {
  const isIdle = useIdle()
  const [choice] = usePreference('notifications')
  return (
    <>
      <Button
        kind="plain"
        size="icon"
        aria-label="Notifications"
        aria-haspopup="dialog"
        title="Notifications"
        onClick={() => openDialog('notifications')}
      >
        <Bell />
      </Button>
      {isIdle && choice !== 'off' && (
        <Notifier {...props} isDetailed={choice === 'detailed'} whileLoading={false} renderLost={() => null} />
      )}
    </>
  )
}
