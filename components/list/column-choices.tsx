'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { moved } from './chosen-columns'

/** What the menu must know of a column. */
type Choice = { key: string; name: string }

type ColumnChoicesProps<One extends Choice> = {
  /** The columns on screen, in their order. */
  chosen: readonly One[]
  /** All that there are. */
  columns: readonly One[]
  /** Those that are shown where nobody chose. */
  usual: readonly One[]
  onChoose: (chosen: readonly One[]) => void
}

/** Which columns are shown, and in which order: by checks and buttons, nothing needs to be dragged. */
export function ColumnChoices<One extends Choice>({ chosen, columns, usual, onChoose }: ColumnChoicesProps<One>) {
  const title = useId()
  const list = useRef<HTMLUListElement>(null)
  const last = useRef('')
  const isUsual = usual.length === chosen.length && usual.every((column, at) => column === chosen[at])
  const hidden = columns.filter((column) => !chosen.includes(column))
  // A line that changes place loses the focus on its way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines move when the choice changes
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.getElementById(last.current)?.focus()
  }, [chosen])
  return (
    <>
      <div className="flex items-center justify-between pl-2">
        <h2 id={title}>Columns</h2>
        <Button kind="plain" size="note" onClick={() => isUsual || onChoose(usual)} aria-disabled={isUsual}>
          Reset
        </Button>
      </div>
      <ul
        ref={list}
        aria-labelledby={title}
        className="overflow-y-auto sm:max-h-[290px]"
        onFocus={({ target }) => {
          last.current = target.id
        }}
      >
        {[...chosen, ...hidden].map((column, at) => {
          const isShown = at < chosen.length
          const move = (by: 1 | -1) => {
            onChoose(moved(chosen, column.key, by))
            announce(`${column.name} is column ${at + by + 1} of ${chosen.length}`)
          }
          return (
            <li key={column.key} className="flex items-center gap-1">
              <label
                htmlFor={`${title} ${column.key}`}
                className={`flex min-h-7 flex-1 items-center gap-2 rounded-2 px-2 max-sm:min-h-11 ${at === 0 ? '' : 'hover:bg-hover'}`}
              >
                <input
                  id={`${title} ${column.key}`}
                  type="checkbox"
                  className="check"
                  checked={isShown}
                  aria-disabled={at === 0 || undefined}
                  onChange={() => {
                    if (at === 0) return
                    onChoose(isShown ? chosen.filter((one) => one !== column) : [...chosen, column])
                  }}
                />
                {column.name}
                {at === 0 && <span className="ml-auto text-sm text-ink-3">always first</span>}
              </label>
              {isShown && at > 0 && (
                <>
                  <Move id={`${title} ${column.key} up`} name={column.name} by={-1} isOff={at === 1} onMove={move} />
                  <Move
                    id={`${title} ${column.key} down`}
                    name={column.name}
                    by={1}
                    isOff={at === chosen.length - 1}
                    onMove={move}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

type MoveProps = { id: string; name: string; by: 1 | -1; isOff: boolean; onMove: (by: 1 | -1) => void }

function Move({ id, name, by, isOff, onMove }: MoveProps) {
  const Arrow = by < 0 ? ArrowUp : ArrowDown
  return (
    <Button
      id={id}
      kind="plain"
      size="icon"
      className="size-7! aria-disabled:opacity-40 max-sm:size-10!"
      aria-label={`Move ${name} ${by < 0 ? 'up' : 'down'}`}
      aria-disabled={isOff}
      onClick={() => isOff || onMove(by)}
    >
      <Arrow className="size-3.5" />
    </Button>
  )
}
