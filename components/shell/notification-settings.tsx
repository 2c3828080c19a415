'use client'
import { useId, useState } from 'react'
import { type NoticeOwner, notifiedViewField } from '@/components/live/notified-view'
import { useHydrated } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { usePreference } from '@/components/ui/preferences'
import { ToggleGroup } from '@/components/ui/toggle-group'
import { useViews } from '@/components/views/view-data'
import { type Preference, preferences } from '@/lib/browser/preferences'
import { lastChoice, rememberChoice } from '@/lib/browser/stored-text'
import { visibleText } from '@/lib/domain/invisible-characters'

/** Whether the browser notifies of what needs attention, and with how much detail. */
export function NotificationSwitch() {
  const [wanted, want] = usePreference('notifications')
  // The browser's answer is not known on the server.
  const isHere = useHydrated()
  const [, draw] = useState(0)
  const permission = !isHere || !('Notification' in window) ? undefined : Notification.permission
  const choose = async (choice: Preference<'notifications'>) => {
    // Asked for only here: after a click.
    const isAllowed = choice === 'off' || (await Notification.requestPermission()) === 'granted'
    if (isAllowed) want(choice)
    draw((count) => count + 1)
  }
  if (permission === undefined || permission === 'denied')
    return (
      <p>
        {permission
          ? 'This browser blocks notifications of Mintdesk. Allow them in its settings for this site.'
          : 'This browser cannot show notifications.'}
      </p>
    )
  return (
    <ToggleGroup
      {...preferences.notifications}
      value={permission === 'granted' ? wanted : 'off'}
      onChange={(choice) => void choose(choice)}
    />
  )
}

/** Narrows notifications to the transfers of a view. */
function ViewChoice(owner: NoticeOwner) {
  const id = useId()
  const { offered } = useViews(owner.environment)
  const [chosen, choose] = useState(() => lastChoice(notifiedViewField, owner))
  // Notes are not known where notifications are made.
  const views = offered.filter(({ list, search }) => list === 'transfers' && !new URLSearchParams(search).has('x.note'))
  const isKnown = chosen === '' || views.some((view) => view.id === chosen)
  return (
    <label htmlFor={id} className="grid w-full gap-1">
      Transfers
      <select
        id={id}
        className="h-11 w-full min-w-0 rounded-2 border border-control bg-surface px-1.5 sm:h-[30px]"
        value={isKnown ? chosen : ''}
        onChange={({ target }) => {
          rememberChoice(notifiedViewField, owner, target.value)
          choose(target.value)
        }}
      >
        <option value="">All transfers</option>
        {views.map((view) => (
          <option key={view.id} value={view.id}>
            {visibleText(view.name)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The choices, and what they mean. */
export function NotificationSettings({ onClosed, ...owner }: NoticeOwner & { onClosed: () => void }) {
  const [wanted] = usePreference('notifications')
  return (
    <Dialog title="Notifications" shape="narrow" onClosed={onClosed}>
      <div className="grid justify-items-start gap-3">
        <p>Get a browser notification of travel rule requests, approvals, failures and unknown outcomes.</p>
        <NotificationSwitch />
        {wanted !== 'off' && <ViewChoice {...owner} />}
        <p className="text-sm text-ink-3">They arrive while Mintdesk is open in a tab and you are signed in.</p>
        <Button className="justify-self-end" onClick={onClosed}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
