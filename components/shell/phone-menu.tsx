'use client'
import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { openDialog } from './keyboard'
import { type LinksProps, MenuLinks, navigationEntry } from './navigation'
import { ThemeSwitch, TimesSwitch } from './preference-switches'

export type MenuParts = { environmentSwitch: ReactNode; account: ReactNode }

type PhoneMenuProps = LinksProps & MenuParts & { onClosed: () => void }

const row = 'flex min-h-13 flex-wrap items-center justify-between gap-2 px-2'

/** Everything that a phone's tabs and bar have no room for. */
export default function PhoneMenu({ environmentSwitch, account, onClosed, ...links }: PhoneMenuProps) {
  return (
    <Dialog title="More" shape="sheet" onClosed={onClosed}>
      <ul>
        <MenuLinks {...links} onFollow={onClosed} />
        {environmentSwitch}
        <li className={row}>
          Times in <TimesSwitch />
        </li>
        <li className={row}>
          Theme <ThemeSwitch />
        </li>
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            className={navigationEntry}
            onClick={() => openDialog('shortcuts')}
          >
            <Keyboard />
            Keyboard shortcuts
          </button>
        </li>
        {account}
      </ul>
    </Dialog>
  )
}
