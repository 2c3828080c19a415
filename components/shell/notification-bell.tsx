'use client'
/** The bell that opens the notification settings, and the part that notifies. */
import { Bell } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useIdle } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { usePreference } from '@/components/ui/preferences'
import { openDialog } from './keyboard'

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
