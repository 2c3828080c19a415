'use client'
import { Bell, Keyboard, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { openDialog } from './keyboard'
import { type LinksProps, MenuLinks, navigationEntry, PinnedLinks } from './navigation'
import { PreferenceSwitch } from './preference-switches'

export type MenuParts = { environmentSwitch: ReactNode; account: ReactNode }

type PhoneMenuProps = LinksProps & MenuParts & { onClosed: () => void }

const dialogs = [
  ['notifications', Bell, 'Notifications'],
  ['palette', Terminal, 'Command palette'],
  ['shortcuts', Keyboard, 'Keyboard shortcuts'],
] as const

const row = 'flex min-h-13 flex-wrap items-center justify-between gap-2 px-2'

/** Everything that a phone's tabs and bar have no room for. */
export function PhoneMenu({ environmentSwitch, account, onClosed, ...links }: PhoneMenuProps) {
  return (
    <Dialog title="More" shape="sheet" onClosed={onClosed}>
      <ul>
        <MenuLinks {...links} onFollow={onClosed} />
        <li>
          <PinnedLinks environment={links.environment} onFollow={onClosed} />
        </li>
        {environmentSwitch}
        <li className={row}>
          Times in <PreferenceSwitch name="times" />
        </li>
        <li className={row}>
          Theme <PreferenceSwitch name="theme" />
        </li>
        {dialogs.map(([dialog, Icon, name]) => (
          <li key={dialog}>
            <button type="button" aria-haspopup="dialog" className={navigationEntry} onClick={() => openDialog(dialog)}>
              <Icon />
              {name}
            </button>
          </li>
        ))}
        {account}
      </ul>
    </Dialog>
  )
}
