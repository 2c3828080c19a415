'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Check, LogOut, RotateCcw, User, UserPlus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useHydrated } from '@/components/ui/browser-state'
import { Popover } from '@/components/ui/dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { type Role, rolePurposes, roles } from '@/lib/api/roles'
import { capitalized } from '@/lib/browser/labels'
import { announceSignOut, noteSignIn } from '@/lib/browser/session'
import { leaveWorld, startOver, switchRole } from '@/lib/browser/worlds'
import { nameClass, navigationEntry } from './navigation'
import { leaveTab } from './session'

const WorldLinks = lazyPart('The invitation', () => import('./world-links'), { isOverlay: true })

type WorldMenuProps = {
  name: string
  held: readonly Role[]
  /** Whether they joined another visitor's world by a link. */
  isGuest?: boolean
}

/** Who the visitor is in a world of their own: opens the other roles, links for colleagues, a fresh start and the way out. */
export function WorldMenu({ name, held, isGuest = false }: WorldMenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isHydrated = useHydrated()
  const queries = useQueryClient()

  async function act(ask: () => Promise<unknown>, go: () => void) {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await ask()
      noteSignIn()
      go()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Mintdesk could not be reached.')
      setBusy(false)
    }
  }
  const entry = (text: string, icon: ReactNode, why: string, onClick: () => void, isCurrent = false) => (
    <li key={text}>
      <button
        type="button"
        className="grid min-h-11 w-full grid-cols-[16px_68px_minmax(0,1fr)] items-center gap-2 leading-4 rounded-2 px-2 text-left hover:bg-hover aria-[current]:font-label sm:min-h-8"
        aria-current={isCurrent || undefined}
        onClick={onClick}
      >
        {icon}
        <span>{text}</span> <span className="text-sm text-ink-3">{why}</span>
      </button>
    </li>
  )

  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={navigationEntry}
        disabled={!isHydrated}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-busy={isBusy || undefined}
        data-tip={`${name}, ${held.join(', ')}`}
        onClick={() => setOpen(!isOpen)}
      >
        <User />
        <span className={`min-w-0 overflow-hidden text-ellipsis ${nameClass}`}>{name}</span>
        <span className={`ml-auto text-sm text-ink-3 ${nameClass}`}>{held.join(', ')}</span>
      </button>
      {isOpen && (
        <Popover label="Your demo" anchor={anchor} align="start" onClose={() => setOpen(false)}>
          {isGuest ? (
            <p className="p-2 text-sm text-ink-3">You joined this demo by a colleague’s link.</p>
          ) : (
            <ul aria-label="Be someone else">
              {roles.map((role) => {
                const isCurrent = held.includes(role)
                const icon = isCurrent ? <Check /> : <span />
                const become = () =>
                  act(
                    () => switchRole(role),
                    () => window.location.reload(),
                  )
                return entry(capitalized(role), icon, rolePurposes[role], become, isCurrent)
              })}
            </ul>
          )}
          <ul className="mt-1.5 border-t border-hairline pt-1.5">
            {!isGuest &&
              entry('Invite', <UserPlus />, 'a colleague, by a link', () => {
                setOpen(false)
                setInviting(true)
              })}
            {!isGuest &&
              entry('Start over', <RotateCcw />, 'everything as it was at first', () =>
                act(startOver, () => leaveTab(queries, '/sandbox')),
              )}
            {entry(
              'Leave',
              <LogOut />,
              isGuest ? 'the demo goes on without you' : 'ends this demo and deletes it',
              () =>
                act(leaveWorld, () => {
                  leaveTab(queries)
                  announceSignOut()
                }),
            )}
          </ul>
          {failure && (
            <p role="alert" className="p-2 text-sm text-bad">
              {failure}
            </p>
          )}
        </Popover>
      )}
      {isInviting && <WorldLinks onClosed={() => setInviting(false)} onReturned={() => anchor.current?.focus()} />}
    </>
  )
}
