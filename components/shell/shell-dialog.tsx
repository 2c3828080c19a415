'use client'
/** The dialogs of the shell, in one part that is loaded when the first of them opens. */
import { useId, useState } from 'react'
import { type NoticeOwner, notifiedViewField } from '@/components/live/notified-view'
import { type DemoRights, toursFor } from '@/components/tours/tour-list'
import { useHydrated } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/field'
import { usePreference } from '@/components/ui/preferences'
import {
  approveKey,
  closeKey,
  listKey,
  openKey,
  pageKeys,
  paletteKey,
  peekKey,
  rehearseKey,
  type Shortcut,
  searchKey,
  stepKeys,
  tourKey,
} from '@/components/ui/shortcuts'
import { ToggleGroup } from '@/components/ui/toggle-group'
import { useViews } from '@/components/views/view-data'
import { type Preference, preferences } from '@/lib/browser/preferences'
import { lastChoice, rememberChoice } from '@/lib/browser/stored-text'
import { visibleText } from '@/lib/domain/invisible-characters'
import type { Environment } from '@/lib/provider/environments'
import { CommandPalette } from './command-palette'
import { pageAction } from './key-handler'
import { type KeySequence, paletteKeys, type ShellDialogName, sendKeys } from './keyboard'
import type { LinksProps } from './navigation'
import { type MenuParts, PhoneMenu } from './phone-menu'

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

type Line = { keys: readonly string[]; does: string }

const arrows = { ArrowDown: '↓', ArrowUp: '↑' }

const lineOf = ({ key, does }: Shortcut): Line => ({ keys: key.split('+'), does })

type Group = { title: string; place: string; lines: readonly Line[] }

const linesOf = (sequences: readonly KeySequence[], first: 'g' | 'n'): readonly Line[] =>
  sequences.flatMap(({ keys, does }) => (keys.startsWith(first) ? [{ keys: keys.split(' '), does }] : []))

const groupsWith = (sequences: readonly KeySequence[]): readonly Group[] => [
  { title: 'Go to', place: '', lines: linesOf(sequences, 'g') },
  { title: 'Create', place: '', lines: linesOf(sequences, 'n') },
  {
    title: 'In a list or transfer',
    place: 'sm:col-start-2 sm:row-span-3 sm:row-start-1',
    lines: [
      ...stepKeys.map(({ key, inRow, does }) => ({ keys: [key, arrows[inRow]], does })),
      ...[openKey, peekKey, ...pageKeys, ...[approveKey].filter(({ key }) => pageAction(key))].map(lineOf),
    ],
  },
  {
    title: 'Anywhere',
    place: '',
    lines: [
      ...[searchKey, ...[rehearseKey, tourKey].filter(({ key }) => pageAction(key))].map(lineOf),
      { ...paletteKey, keys: paletteKeys() },
      { keys: sendKeys(), does: 'Send what is reviewed, or add a note' },
      ...[listKey, closeKey].map(lineOf),
    ],
  },
]

type ShortcutsDialogProps = {
  /** Of this user. */
  sequences: readonly KeySequence[]
  onClosed: () => void
}

/** Lists every shortcut, and turns single-key shortcuts off. */
export function ShortcutsDialog({ sequences, onClosed }: ShortcutsDialogProps) {
  const [keys, setKeys] = usePreference('keys')
  const id = useId()
  return (
    <Dialog title="Keyboard shortcuts" shape="wide" onClosed={onClosed}>
      <div className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-[2fr_3fr]">
        {groupsWith(sequences).map(
          ({ title, place, lines }) =>
            lines.length > 0 && (
              <section key={title} aria-labelledby={`${id}-${title}`} className={place}>
                <h3 id={`${id}-${title}`} className="mb-1 text-sm font-label text-ink-3">
                  {title}
                </h3>
                <dl>
                  {lines.map((line) => (
                    <div key={line.does} className="flex min-h-8 items-center gap-4 border-t border-hairline py-1">
                      <dt className="flex-1">{line.does}</dt>
                      <dd className="flex gap-1">
                        {line.keys.map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ),
        )}
      </div>
      <div className="mt-5 flex gap-2 border-t border-hairline-strong pt-4">
        <Checkbox
          id={`${id}-keys`}
          className="mt-[3px]"
          checked={keys === 'on'}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setKeys(event.target.checked ? 'on' : 'off')}
        />
        <div>
          <label htmlFor={`${id}-keys`} className="font-label">
            Use single-key shortcuts
          </label>
          <p id={`${id}-hint`} className="text-sm text-ink-3">
            Turn this off if letters interfere with speech input. Arrow keys, Enter, Space, Esc and{' '}
            {paletteKeys().join(' ')} still work.
          </p>
        </div>
      </div>
    </Dialog>
  )
}
