'use client'
import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { usePreference } from '@/components/ui/preferences'
import { closeKey, listKey, openKey, type PageKey, pageKeys, stepKeys } from './shortcuts'

type Line = { keys: readonly string[]; does: string }

const arrows = { ArrowDown: '↓', ArrowUp: '↑' }

const lineOf = ({ key, does }: PageKey): Line => ({ keys: [key], does })

type Group = { title: string; place: string; lines: readonly Line[] }

const groupsWith = (goKeys: readonly PageKey[]): readonly Group[] => [
  { title: 'Go to', place: '', lines: goKeys.map(({ key, does }) => ({ keys: ['g', key], does })) },
  {
    title: 'On a list or a transfer',
    place: 'sm:col-start-2 sm:row-span-2 sm:row-start-1',
    lines: [
      ...stepKeys.map(({ key, inRow, does }) => ({ keys: [key, arrows[inRow]], does })),
      ...[openKey, ...pageKeys].map(lineOf),
    ],
  },
  { title: 'Always', place: '', lines: [listKey, closeKey].map(lineOf) },
]

type DialogProps = {
  /** What can follow `g` for this person. */
  goKeys: readonly PageKey[]
  onClosed: () => void
}

/** Lists every key, and turns the single ones off. The browser's own dialog: it holds the focus and gives it back. */
export default function ShortcutsDialog({ goKeys, onClosed }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [keys, setKeys] = usePreference('keys')
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc and a button close it too; this is the click beside it
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      className="dialog"
      onClose={onClosed}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className="p-6 max-sm:p-4">
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 id={`${id}-title`} className="text-lg">
            Keyboard shortcuts
          </h2>
          <Button kind="plain" size="icon" aria-label="Close" className="-mr-2" onClick={close}>
            <X />
          </Button>
        </div>
        <div className="grid grid-cols-[2fr_3fr] items-start gap-x-8 gap-y-5 max-sm:grid-cols-1">
          {groupsWith(goKeys).map(({ title, place, lines }) => (
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
          ))}
        </div>
        <div className="mt-5 flex gap-2 border-t border-hairline-strong pt-4">
          <input
            id={`${id}-keys`}
            type="checkbox"
            className="check mt-[3px]"
            checked={keys === 'on'}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setKeys(event.target.checked ? 'on' : 'off')}
          />
          <div>
            <label htmlFor={`${id}-keys`} className="font-label">
              Single keys act
            </label>
            <p id={`${id}-hint`} className="text-sm text-ink-3">
              Turn this off where letters get in the way, as with speech input. Arrow keys, Enter and Esc stay.
            </p>
          </div>
        </div>
      </div>
    </dialog>
  )
}
