'use client'
import { Command } from 'cmdk'
import { Check, Search, X } from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isIdentifier, lookupPath } from '@/components/lookup/open-lookup'
import { settingsPagesFor } from '@/components/settings/settings-pages'
import { type TourKey, tourNames } from '@/components/tours/tour-list'
import { beginTour, savedTour } from '@/components/tours/tour-state'
import { useIsPhone } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { findOptions } from '@/components/ui/combobox'
import { ConfirmDialog, Dialog } from '@/components/ui/dialog'
import { useHasKeys, usePreference } from '@/components/ui/preferences'
import {
  approveKey,
  listKey,
  pageKeys,
  rehearseKey,
  type Shortcut,
  searchKey,
  tourKey,
} from '@/components/ui/shortcuts'
import { listLabels, useViews, viewHref } from '@/components/views/view-data'
import { shorten } from '@/lib/browser/identifiers'
import { lookupTextError } from '@/lib/browser/lookup-text'
import { type PreferenceName, preferences } from '@/lib/browser/preferences'
import { visibleText } from '@/lib/domain/invisible-characters'
import { clearRecentLookups, recentLookups } from '@/lib/features/lookup/browser/recent-lookups'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { follow, openLookup, pageAction } from './key-handler'
import { isPaletteKey, type KeySequence, openDialog } from './keyboard'
import { sameKindOfPage } from './navigation'
import { useSignOut } from './session'

/** A line of the palette. `label` is unique; `run` is called once the palette is closed and the focus is back on the page. */
type PaletteCommand = {
  label: string
  /** What is shown, if it is not the label. */
  content?: ReactNode
  keys?: readonly string[]
  /** Whether it is the choice in use. */
  isChosen?: boolean
  run: () => unknown
}
type Group = { title: string; commands: readonly PaletteCommand[] }

type PaletteProps = {
  environment: Environment
  /** The other environment, if it is configured. */
  other?: Environment
  person: string
  roles: readonly Role[]
  /** Of this user: what their roles have in this environment. */
  sequences: readonly KeySequence[]
  /** The tours of a demo that this person can finish. */
  tours: readonly TourKey[]
  onClosed: () => void
}

const commandOf = ({ key, does }: Shortcut, run: () => unknown): PaletteCommand => ({ label: does, keys: [key], run })

const sequencesOf = (sequences: readonly KeySequence[], first: 'g' | 'n'): readonly PaletteCommand[] =>
  sequences
    .filter(({ keys }) => keys.startsWith(first))
    .map(({ keys, does }) => ({ label: does, keys: keys.split(' '), run: () => follow(keys) }))

/** The keys among these that would do something now. */
const commandsOf = (keys: readonly Shortcut[]) =>
  keys.filter(({ key }) => pageAction(key)).map((one) => commandOf(one, () => pageAction(one.key)?.()))

/** The options of a preference, such as "Theme: Dark". */
function usePreferenceCommands<Name extends PreferenceName>(name: Name): readonly PaletteCommand[] {
  const [chosen, choose] = usePreference(name)
  const preference = preferences[name]
  return preference.options.map(([value, label]) => ({
    label: `${preference.label}: ${label}`,
    isChosen: value === chosen,
    run: () => choose(value),
  }))
}

/** The groups that hold what was typed, with the commands that contain every word of it. */
function groupsWith(groups: readonly Group[], text: string): readonly Group[] {
  return groups
    .map(({ title, commands }) => {
      const found = findOptions(
        commands.map(({ label }) => ({ value: label, label, note: title })),
        text,
      )
      return { title, commands: commands.filter(({ label }) => found.some(({ value }) => value === label)) }
    })
    .filter(({ commands }) => commands.length > 0)
}

const mono = (text: string) => (
  <span className="font-mono text-sm" title={shorten(text, 200)}>
    {shorten(text, 40)}
  </span>
)

/** Every command by its name, and the look-up of what was pasted. Reads the tables of the key handler. */
export function CommandPalette({ environment, other, person, roles, sequences, tours, onClosed }: PaletteProps) {
  const router = useRouter()
  const path = usePathname()
  const hasKeys = useHasKeys()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(true)
  const [text, setText] = useState('')
  /** The label of the command that Enter runs. */
  const [active, setActive] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const [recent, setRecent] = useState(() => recentLookups({ person, environment }))
  // The focus is still on the page.
  const [ofPage] = useState(() => commandsOf([...pageKeys, approveKey, tourKey]))
  const chosen = useRef<PaletteCommand>(undefined)
  const signOut = useSignOut(onClosed)
  const rowHeights = usePreferenceCommands('density')
  const ofPreferences = [
    ...usePreferenceCommands('theme'),
    ...usePreferenceCommands('times'),
    // A phone has cards instead of rows.
    ...(isPhone ? [] : rowHeights),
  ]

  const lookUp = (pasted: string): PaletteCommand => {
    const error = lookupTextError(pasted)
    if (error) return { label: error, run: () => router.push(`/${environment}/lookup`) }
    return {
      // A whole file may have been pasted.
      label: `Look up ${shorten(pasted, 80)}`,
      content: <span className="min-w-0 truncate">Look up {mono(pasted)}</span>,
      run: async () => router.push(await lookupPath(environment, pasted)),
    }
  }
  // Two people may give their views the same name.
  const { offered } = useViews(environment)
  const views = [
    ...new Map(
      offered.map((view) => {
        const by = view.owner && !view.owner.is_me ? `, by ${view.owner.name}` : ''
        const label = visibleText(`${listLabels[view.list]}: ${view.name}${by}`)
        return [label, { label, run: () => router.push(viewHref(environment, view)) }] as const
      }),
    ).values(),
  ]
  const saved = savedTour(person)?.key
  const signOutCommand: PaletteCommand = { label: 'Sign out', run: signOut.start }
  const groups: readonly Group[] = [
    { title: 'Recent look-ups', commands: recent.map(lookUp) },
    { title: 'This page', commands: ofPage },
    { title: 'Create', commands: sequencesOf(sequences, 'n') },
    {
      title: 'Go to',
      commands: [
        ...sequencesOf(sequences, 'g'),
        ...settingsPagesFor(roles).map(({ name, segment }) => ({
          label: `Settings: ${name}`,
          run: () => router.push(`/${environment}/${segment}`),
        })),
      ],
    },
    { title: 'Views', commands: views },
    {
      title: 'Things to try',
      commands: tours.map((key) => ({
        label: `${saved === key ? 'Resume the tour' : 'Tour'}: ${tourNames[key].title}`,
        run: () => beginTour(person, key),
      })),
    },
    {
      title: 'Mintdesk',
      commands: [
        commandOf(searchKey, openLookup),
        ...commandsOf([rehearseKey]),
        commandOf(listKey, () => openDialog('shortcuts')),
        // A new document: nothing that was loaded or typed in one environment can appear in the other.
        ...(other
          ? [{ label: `Switch to ${other}`, run: () => window.location.assign(sameKindOfPage(path, other)) }]
          : []),
        signOutCommand,
      ],
    },
    { title: 'Preferences', commands: ofPreferences },
  ]
  const wanted = text.trim()
  const found = groupsWith(groups, wanted)
  const lookedUp = wanted && !recent.includes(wanted) ? [{ title: 'Look up', commands: [lookUp(wanted)] }] : []
  // Any other text may be a reference, but is more often the name of a command.
  const shown = isIdentifier(wanted) ? [...lookedUp, ...found] : [...found, ...lookedUp]
  const count = shown.reduce((sum, { commands }) => sum + commands.length, 0)

  const choose = (command: PaletteCommand) => {
    chosen.current = command
    setOpen(false)
  }
  const finish = () => {
    const command = chosen.current
    // Signing out may ask first, or fail.
    if (command?.label !== signOutCommand.label) onClosed()
    command?.run()
  }

  // cmdk 1.1.1 reads the active option before it is drawn: its field names none, or the one before.
  useEffect(() => setActiveId(list.current?.querySelector(`[data-value="${CSS.escape(active)}"]`)?.id))

  if (signOut.state === 'failed') {
    return (
      <ConfirmDialog
        title="Sign-out failed"
        onClosed={onClosed}
        actions={
          <Button kind="primary" onClick={signOut.start}>
            Try again
          </Button>
        }
      >
        <p role="alert">You are still signed in.</p>
      </ConfirmDialog>
    )
  }
  if (!isOpen) return signOut.question
  return (
    <Dialog title="Command palette" shape="palette" onClosed={() => setOpen(false)} onReturned={finish}>
      <Command
        label="Command or identifier"
        shouldFilter={false}
        vimBindings={false}
        loop
        value={active}
        onValueChange={setActive}
        className="outline-none"
        onKeyDown={(event) => {
          if (!isPaletteKey(event)) return
          event.preventDefault()
          setOpen(false)
        }}
      >
        <div className="flex items-center gap-2 border-b border-hairline px-4">
          <Search className="text-ink-3" />
          <Command.Input asChild value={text} onValueChange={setText}>
            <input
              data-first-focus
              aria-activedescendant={activeId}
              placeholder="Type a command, or paste an ID"
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text/plain')
                if (!/[\r\n]/.test(pasted)) return
                // A field of one line would join the lines, and with them their identifiers.
                event.preventDefault()
                const { value, selectionStart, selectionEnd } = event.currentTarget
                const [before, after] = [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? 0)]
                setText(`${before}${pasted.replace(/\s+/g, ' ')}${after}`)
              }}
              autoCapitalize="none"
              className="h-12 min-w-0 flex-1 bg-transparent text-ink outline-none max-sm:text-[16px] sm:text-md"
            />
          </Command.Input>
          <Button kind="plain" size="icon" aria-label="Close" className="sm:hidden" onClick={() => setOpen(false)}>
            <X />
          </Button>
        </div>
        <Command.List
          ref={list}
          label="Commands"
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className="max-h-[min(420px,56dvh)] overflow-y-auto overscroll-contain scroll-py-1.5 p-1.5"
        >
          {shown.map(({ title, commands }) => (
            <Command.Group
              key={title}
              heading={title}
              className="mb-1 [&>[cmdk-group-heading]]:px-2 [&>[cmdk-group-heading]]:py-1 [&>[cmdk-group-heading]]:text-sm [&>[cmdk-group-heading]]:font-label [&>[cmdk-group-heading]]:text-ink-3"
            >
              {commands.map((command) => (
                <Item key={command.label} command={command} hasKeys={hasKeys} onSelect={() => choose(command)} />
              ))}
              {title === 'Recent look-ups' && (
                <Item
                  command={{ label: 'Clear recent look-ups', run: () => undefined }}
                  hasKeys={hasKeys}
                  onSelect={() => {
                    clearRecentLookups({ person, environment })
                    setRecent([])
                  }}
                />
              )}
            </Command.Group>
          ))}
        </Command.List>
        <p role="status" className="sr-only">
          {wanted && (count === 1 ? '1 command' : `${count} commands`)}
        </p>
      </Command>
    </Dialog>
  )
}

type ItemProps = { command: PaletteCommand; hasKeys: boolean; onSelect: () => void }

function Item({ command: { label, content = label, keys = [], isChosen }, hasKeys, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={label}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-2 rounded-2 px-2 py-1 text-ink-2 aria-selected:bg-pressed aria-selected:text-ink sm:min-h-8 forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2 forced-colors:aria-selected:outline-[Highlight]"
    >
      <span className="min-w-0 flex-1 truncate">
        {content}
        {isChosen && <span className="sr-only"> (in use)</span>}
      </span>
      {isChosen && <Check />}
      {hasKeys && (
        <span className="flex gap-1 max-sm:hidden">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </Command.Item>
  )
}
