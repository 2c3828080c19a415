'use client'
/** The dialogs of the shell, in one part that is loaded when the first of them opens. */
import { type DemoRights, toursFor } from '@/components/tours/tour-list'
import type { Environment } from '@/lib/provider/environments'
import { CommandPalette } from './command-palette'
import type { KeySequence, ShellDialogName } from './keyboard'
import type { LinksProps } from './navigation'
import { NotificationSettings } from './notification-settings'
import { type MenuParts, PhoneMenu } from './phone-menu'
import { ShortcutsDialog } from './shortcuts-dialog'

type DialogProps = LinksProps &
  MenuParts & {
    open: ShellDialogName
    /** The other environment, if it is configured. */
    other?: Environment
    person: string
    sequences: readonly KeySequence[]
    /** Undefined where there are no tours. */
    tours?: DemoRights
    onClosed: () => void
  }

export default function ShellDialog({ open, other, sequences, person, tours, onClosed, ...menu }: DialogProps) {
  const { environment, roles } = menu
  if (open === 'shortcuts') return <ShortcutsDialog sequences={sequences} onClosed={onClosed} />
  if (open === 'menu') return <PhoneMenu {...menu} onClosed={onClosed} />
  if (open === 'notifications')
    return <NotificationSettings environment={environment} person={person} onClosed={onClosed} />
  const offered = tours ? toursFor(roles, tours) : []
  return (
    <CommandPalette
      environment={environment}
      other={other}
      person={person}
      roles={roles}
      sequences={sequences}
      onClosed={onClosed}
      tours={offered}
    />
  )
}
