'use client'
/** What the visitor's name opens in a world of their own: the other roles, links for colleagues, a fresh start, the way out. */
import { useQueryClient } from '@tanstack/react-query'
import { Check, LogOut, RotateCcw, UserPlus } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { Popover } from '@/components/ui/overlays'
import { capitalized } from '@/lib/browser/labels'
import { announceSignOut, noteSignIn } from '@/lib/browser/session'
import { leaveWorld, startOver, switchRole } from '@/lib/features/worlds/browser/worlds'
import { type DefaultRole, type Role, rolePurposes, usualRoles } from '@/lib/provider/roles'
import { leaveTab } from './session'

type WorldPanelProps = {
  held: readonly Role[]
  isGuest: boolean
  anchor: RefObject<HTMLButtonElement | null>
  onInvite: () => void
  onClose: () => void
}

export default function WorldPanel({ held, isGuest, anchor, onInvite, onClose }: WorldPanelProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
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
        aria-busy={isBusy || undefined}
        onClick={onClick}
      >
        {icon}
        <span>{text}</span> <span className="text-sm text-ink-3">{why}</span>
      </button>
    </li>
  )
  const become = (role: DefaultRole) => () =>
    act(
      () => switchRole(role),
      () => window.location.reload(),
    )
  const leave = () =>
    act(leaveWorld, () => {
      leaveTab(queries)
      announceSignOut()
    })
  const line = 'mt-1.5 border-t border-hairline pt-1.5'

  return (
    <Popover label="Your demo" anchor={anchor} align="start" onClose={onClose}>
      {isGuest ? (
        <>
          <p className="p-2 text-sm text-ink-3">You joined this demo by a colleague’s link.</p>
          <ul className={line}>{entry('Leave', <LogOut />, 'the demo goes on without you', leave)}</ul>
        </>
      ) : (
        <>
          <ul aria-label="Be someone else">
            {usualRoles.map((role) => {
              const isCurrent = held.includes(role)
              const icon = isCurrent ? <Check /> : <span />
              return entry(capitalized(role), icon, rolePurposes[role], become(role), isCurrent)
            })}
          </ul>
          <ul className={line}>
            {entry('Invite', <UserPlus />, 'a colleague, by a link', onInvite)}
            {entry('Start over', <RotateCcw />, 'everything as it was at first', () =>
              act(startOver, () => {
                leaveTab(queries, '/sandbox')
                announceSignOut('/sandbox')
              }),
            )}
            {entry('Leave', <LogOut />, 'ends this demo and deletes it', leave)}
          </ul>
        </>
      )}
      {failure && (
        <p role="alert" className="p-2 text-sm text-bad">
          {failure}
        </p>
      )}
    </Popover>
  )
}
