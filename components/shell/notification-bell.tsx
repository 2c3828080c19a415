'use client'
/** The bell that opens the notification settings, and the part that notifies. */
import { Bell } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { latePart } from '@/components/ui/lazy-part'
import { usePreference } from '@/components/ui/preferences'
import { openDialog } from './keyboard'

// Only for those who want notifications.
const Notifier = latePart('Notifications', () => import('@/components/live/notifier'))

type BellProps = Omit<ComponentProps<typeof Notifier>, 'isDetailed'>

export function NotificationBell(props: BellProps) {
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
      {choice !== 'off' && <Notifier {...props} isDetailed={choice === 'detailed'} />}
    </>
  )
}
