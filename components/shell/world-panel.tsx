'use client'
/** What the strip opens in a world of one's own: the other roles, links for colleagues, a fresh start, the way out. */
import { useQueryClient } from '@tanstack/react-query'
import { Check, LogOut, RotateCcw, UserPlus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog, Popover } from '@/components/ui/overlays'
import { capitalized } from '@/lib/browser/labels'
import { announceSignOut, noteSignIn } from '@/lib/browser/session'
import { leaveWorld, startOver, switchRole, worldOthers } from '@/lib/features/worlds/browser/worlds'
import { type DefaultRole, type Role, rolePurposes, roles } from '@/lib/provider/roles'
import { leaveTab } from './session'

type WorldPanelProps = {
  held: readonly Role[]
  isGuest: boolean
  anchor: RefObject<HTMLButtonElement | null>
  onOpen: (what: 'links' | 'start-over' | 'leave') => void
  onClose: () => void
}

/** What changes the world itself, one act at a time. */
function useWorldActs() {
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
  return {
    isBusy,
    failure,
    become: (role: DefaultRole) =>
      act(
        () => switchRole(role),
        () => window.location.reload(),
      ),
    startOver: () =>
      act(startOver, () => {
        leaveTab(queries, '/sandbox')
        announceSignOut('/sandbox')
      }),
    leave: () =>
      act(leaveWorld, () => {
        leaveTab(queries)
        announceSignOut()
      }),
  }
}

const Failure = ({ children }: { children: string | undefined }) =>
  children && (
    <p role="alert" className="p-2 text-sm text-bad">
      {children}
    </p>
  )

export default function WorldPanel({ held, isGuest, anchor, onOpen, onClose }: WorldPanelProps) {
  const { isBusy, failure, become, leave } = useWorldActs()
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
          <p className="p-2 text-sm text-ink-3">
            Only you and those you invite are in this demo. It is deleted 24 h after its last use.
          </p>
          <ul aria-label="Be someone else">
            {roles.map((role) => {
              const isCurrent = held.includes(role)
              const icon = isCurrent ? <Check /> : <span />
              return entry(capitalized(role), icon, rolePurposes[role], () => become(role), isCurrent)
            })}
          </ul>
          <ul className={line}>
            {entry('Invite', <UserPlus />, 'a colleague, by a link', () => onOpen('links'))}
            {entry('Start over', <RotateCcw />, 'everything as it was at first', () => onOpen('start-over'))}
            {entry('Leave', <LogOut />, 'ends this demo and deletes it', () => onOpen('leave'))}
          </ul>
        </>
      )}
      <Failure>{failure}</Failure>
    </Popover>
  )
}

const ends = {
  'start-over': ['Start over?', 'Everything done in this demo is deleted, and a new one begins.', 'Start over'],
  leave: ['Leave this demo?', 'It is deleted, with everything done in it.', 'Leave and delete it'],
} as const

type WorldEndProps = { how: keyof typeof ends; onClosed: () => void; onReturned: () => void }

/** Asks before a world ends, and says who loses access with it. */
export function WorldEnd({ how, onClosed, onReturned }: WorldEndProps) {
  const { isBusy, failure, startOver, leave } = useWorldActs()
  const [others, setOthers] = useState<readonly string[]>()
  const [isUnread, setUnread] = useState(false)
  useEffect(() => {
    worldOthers().then(
      (answer) => setOthers(answer.others),
      () => setUnread(true),
    )
  }, [])
  const [title, what, label] = ends[how]
  return (
    <ConfirmDialog
      title={title}
      onClosed={onClosed}
      onReturned={onReturned}
      actions={
        <Button kind="danger" aria-busy={isBusy || undefined} onClick={how === 'leave' ? leave : startOver}>
          {label}
        </Button>
      }
    >
      <p>{what}</p>
      {/* Its line is kept, so that the buttons stay where they are. */}
      <p role="status" className="mt-2 min-h-5 font-label">
        {isUnread && 'Whoever joined by a link loses access at once. Who is here now could not be read.'}
        {others &&
          (others.length === 0
            ? 'No one else is in it.'
            : `${new Intl.ListFormat('en-GB').format(others)} ${others.length === 1 ? 'is in it too and loses' : 'are in it too and lose'} access at once.`)}
      </p>
      <Failure>{failure}</Failure>
    </ConfirmDialog>
  )
}
