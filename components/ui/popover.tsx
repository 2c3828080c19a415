'use client'
import * as RadixPopover from 'radix-ui/popover'
import type { ReactNode, Ref, RefObject } from 'react'

type PopoverProps = {
  /** Names the panel for screen readers. */
  label: string
  /** The button that opened it; pressing it again closes it, and it gets the focus back. */
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  /** Focuses what is to be used first; by default Radix focuses the first control. */
  onOpen?: () => void
  onClose: () => void
  /** After it closed; by default the anchor gets the focus back. */
  onClosed?: () => void
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** A panel at the button that opened it, and at the foot of a phone; open while it is rendered. */
export function Popover({ label, anchor, align, onOpen, onClose, onClosed, ref, children }: PopoverProps) {
  return (
    <RadixPopover.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      {/* Radix reads the anchor once it is there. */}
      <RadixPopover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          ref={ref}
          className="z-(--z-menu) max-h-[80vh] w-full animate-open overflow-y-auto rounded-t-3 bg-raised px-1.5 pt-1.5 pb-4 shadow-menu outline-none sm:max-h-[min(560px,var(--radix-popover-content-available-height,90vh))] sm:w-[340px] sm:max-w-[calc(100vw-16px)] sm:rounded-3 sm:p-1.5 forced-colors:border"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onOpenAutoFocus={(event) => {
            if (!onOpen) return
            event.preventDefault()
            onOpen()
          }}
          // A press on the anchor closes it by the anchor's own handler.
          onInteractOutside={(event) => anchor.current?.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (onClosed) onClosed()
            else anchor.current?.focus()
          }}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
