'use client'
import { ArrowLeftRight, ChevronLeft, CircleDot, Clock } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { goShallow } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { transferStatuses } from '@/lib/api/transfers'
import { forbiddenBeside, hrefOf, withCreated, withParts } from '@/lib/browser/list-url'
import { ChoiceForm } from './choice-form'
import { partName } from './filter-words'
import { TimeForm } from './time-form'
import { statusWord, typeGroups, typeWordWithSide } from './words'

/** The filters that the menu offers. */
export type FilterPanel = 'created' | 'type' | 'statuses'

const panels: { panel: FilterPanel; icon: typeof Clock }[] = [
  { panel: 'created', icon: Clock },
  { panel: 'type', icon: ArrowLeftRight },
  { panel: 'statuses', icon: CircleDot },
]
const panelName = (panel: FilterPanel) => (panel === 'created' ? 'Created' : partName(panel))

const groupsOf = {
  statuses: { '': transferStatuses.map((value) => ({ value, word: statusWord(value) ?? value })) },
  type: Object.fromEntries(
    Object.entries(typeGroups).map(([group, types]) => [
      group,
      types.map((value) => ({ value, word: typeWordWithSide(value) ?? value })),
    ]),
  ),
}

type MenuProps = {
  anchor: HTMLElement
  /** The panel to begin with; without it the list of filters. */
  firstPanel?: FilterPanel
  path: string
  params: URLSearchParams
  onClose: () => void
  /** After it has gone: the focus goes back where it came from. */
  onClosed: () => void
}

/** The menu that adds and changes filters. What the service forbids is off, with the reason and a way to swap. */
export default function FilterMenu({ anchor, firstPanel, path, params, onClose, onClosed }: MenuProps) {
  const [panel, setPanel] = useState(firstPanel)
  const anchorRef = useRef(anchor)
  const content = useRef<HTMLDivElement>(null)
  const open = (next: FilterPanel | undefined) => {
    // The button that was pressed is gone with its list.
    flushSync(() => setPanel(next))
    focusFirst(content.current)
  }
  const apply = (next: URLSearchParams) => {
    goShallow(hrefOf(path, next))
    onClose()
  }
  return (
    <Popover.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Popover.Anchor virtualRef={anchorRef} />
      <Popover.Portal>
        <Popover.Content
          ref={content}
          className="menu"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={panel ? `Filter by ${panelName(panel)}` : 'Add a filter'}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focusFirst(content.current)
          }}
          // The button that opened it closes it by itself.
          onInteractOutside={(event) => anchor.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
        >
          {panel ? (
            <Panel name={panelName(panel)} onBack={() => open(undefined)}>
              {panel === 'created' ? (
                <TimeForm params={params} onApply={(range) => apply(withCreated(params, range))} />
              ) : (
                <ChoiceForm
                  name={partName(panel)}
                  groups={groupsOf[panel]}
                  chosen={params.getAll(panel)}
                  onApply={(values) => {
                    const gone = values.length > 0 ? forbiddenBeside(panel, params) : []
                    apply(withParts(params, { ...Object.fromEntries(gone.map((name) => [name, []])), [panel]: values }))
                  }}
                />
              )}
            </Panel>
          ) : (
            <ul>
              {panels.map(({ panel: name, icon: Icon }) => (
                <PanelItem key={name} panel={name} params={params} onOpen={() => open(name)} icon={<Icon />} />
              ))}
            </ul>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Where the keyboard begins: the first thing to choose. */
const focusFirst = (content: HTMLElement | null) =>
  content?.querySelector<HTMLElement>('form input, form button, li button')?.focus()

function Panel({ name, onBack, children }: { name: string; onBack: () => void; children: ReactNode }) {
  return (
    <>
      <div className="flex items-center gap-1">
        <Button kind="plain" size="icon" aria-label="All filters" onClick={onBack}>
          <ChevronLeft />
        </Button>
        <h2>{name}</h2>
      </div>
      {children}
    </>
  )
}

type ItemProps = { panel: FilterPanel; params: URLSearchParams; onOpen: () => void; icon: ReactNode }

function PanelItem({ panel, params, onOpen, icon }: ItemProps) {
  const rivals = forbiddenBeside(panel, params).map(partName)
  const name = panelName(panel)
  if (rivals.length === 0) {
    return (
      <li>
        <button
          type="button"
          className="flex min-h-[30px] w-full items-center gap-2 rounded-2 px-2 py-1 text-left hover:bg-pressed max-sm:min-h-11"
          onClick={onOpen}
        >
          {icon}
          {name}
        </button>
      </li>
    )
  }
  // List transfers, rule 1: six filters go with times only; all but them is free of each other.
  const alone = panel === 'statuses' ? rivals.join(', ') : name
  return (
    <li className="px-2 py-1 text-ink-3">
      <p className="flex min-h-6 items-center gap-2">
        {icon}
        {name}
      </p>
      <p className="pl-6 text-sm">
        Not beside {rivals.join(', ')}: the service takes {alone} only with a time range.
      </p>
      <Button size="note" className="mt-1 ml-6" onClick={onOpen}>
        Use {name} instead of {rivals.join(', ')}
      </Button>
    </li>
  )
}
