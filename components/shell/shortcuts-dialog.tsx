'use client'
import { useId } from 'react'
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
import { pageAction } from './key-handler'
import { type KeySequence, paletteKeys, sendKeys } from './keyboard'

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
