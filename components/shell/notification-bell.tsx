'use client'
/** The bell that opens the notification settings, and the part that notifies. Loaded once the page is idle. */
import { Bell } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { latePart, lazyPart } from '@/components/ui/lazy-part'
import { usePreference } from '@/components/ui/preferences'
import { onOpenDialog, openDialog } from './keyboard'

const NotificationSettings = lazyPart('The notification settings', () => import('./notification-settings'), {
  isOverlay: true,
})
// Only for those who want notifications.
const Notifier = latePart('Notifications', () => import('@/components/live/notifier'))

type BellProps = Omit<ComponentProps<typeof Notifier>, 'isDetailed'>

export default function NotificationBell(props: BellProps) {
  const { environment, person } = props
  const [choice] = usePreference('notifications')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onOpenDialog((dialog) => setOpen(dialog === 'notifications')), [])
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
      {isOpen && <NotificationSettings environment={environment} person={person} onClosed={() => setOpen(false)} />}
      {choice !== 'off' && <Notifier {...props} isDetailed={choice === 'detailed'} />}
    </>
  )
}
