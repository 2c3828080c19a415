'use client'
import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useIsPhone } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { copyText } from '@/components/ui/copy'
import { Dialog } from '@/components/ui/dialog'
import { announce } from '@/components/ui/focus'
import { useShortcut } from '@/components/ui/preferences'

type FrameProps = {
  name: string
  id: string
  /** Whether the reader stopped at this row. */
  isSettled: boolean
  /** The record's page. */
  href?: string
  isSelected: boolean
  /** Undefined if the record is not among the loaded rows. */
  onSelect?: () => void
  onClose: () => void
  children: ReactNode
}

/** The panel over the right end of the table, which keeps the focus; on a phone a sheet. */
export default function PeekFrame(props: FrameProps) {
  const { name, isSettled, onClose, children } = props
  const isPhone = useIsPhone()
  // Once, where the reader stops: the table's own rows are read at each step.
  useEffect(() => {
    if (isSettled) announce(`Preview: ${name}`)
  }, [name, isSettled])
  if (isPhone)
    return (
      <Dialog title={`Preview of ${name}`} shape="sheet" onClosed={onClose}>
        <div className="px-2 pb-3">{children}</div>
        <PeekActions {...props} />
      </Dialog>
    )
  return (
    <aside
      aria-label={`Preview of ${name}`}
      className="fixed top-[calc(var(--strip-height)+var(--bar-height)+12px)] right-3 bottom-3 z-(--z-peek) grid w-[400px] max-w-[calc(100vw-88px)] grid-rows-[auto_minmax(0,1fr)_minmax(55px,auto)] rounded-3 bg-raised shadow-menu max-lg:has-[~.selection]:bottom-16 print:hidden forced-colors:border forced-colors:border-[CanvasText]"
    >
      <header className="flex items-center justify-between pt-2 pr-2 pl-5 text-ink-3">
        Preview
        <Button
          kind="plain"
          size="icon"
          aria-label="Close preview"
          data-key="Escape"
          aria-keyshortcuts="Escape"
          onClick={onClose}
        >
          <X />
        </Button>
      </header>
      <div className="overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
      <PeekActions {...props} />
    </aside>
  )
}

/** What can be done with the previewed row, each with its key. */
function PeekActions({ id, href, isSelected, onSelect }: FrameProps) {
  const select = useShortcut('x')
  return (
    <footer className="flex flex-wrap gap-2 border-t border-hairline px-5 py-3 max-sm:sticky max-sm:-bottom-4 max-sm:bg-raised max-sm:px-2">
      {href && (
        <ButtonLink href={href}>
          Open <Key name="Enter" />
        </ButtonLink>
      )}
      <Button kind="plain" onClick={() => copyText(id)}>
        Copy ID <Key name="c" />
      </Button>
      {onSelect && (
        <Button kind="plain" {...select} onClick={onSelect}>
          {isSelected ? 'Deselect' : 'Select'} <Key name="x" />
        </Button>
      )}
    </footer>
  )
}

const Key = ({ name }: { name: string }) => (
  <kbd aria-hidden className="max-sm:hidden">
    {name}
  </kbd>
)
