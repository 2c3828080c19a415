'use client'
/** Dialogs and popovers over Radix: dialog.tsx loads them. */
import { cva } from 'class-variance-authority'
import { X } from 'lucide-react'
import * as RadixDialog from 'radix-ui/dialog'
import * as RadixPopover from 'radix-ui/popover'
import { type FocusEvent, type ReactNode, type Ref, type RefObject, useRef } from 'react'
import { Button } from './button'
import { focusHeading } from './focus'

const panel = cva(
  'fixed z-(--z-dialog) animate-open overflow-y-auto overscroll-contain bg-raised text-ink shadow-menu outline-none print:hidden forced-colors:border',
  {
    variants: {
      shape: {
        wide: 'w-[600px] p-4 sm:p-6',
        narrow: 'w-[440px] p-4 sm:p-6',
        /** A field with a list, near the top; the title is for screen readers only. */
        palette:
          'inset-x-0 top-[calc(var(--strip-height)+12px)] mx-auto w-[600px] max-w-[calc(100vw-24px)] rounded-3 sm:top-[14vh]',
        /** At the foot of a phone. */
        sheet: 'inset-x-0 bottom-0 max-h-[90dvh] rounded-t-3 px-2 pt-3 pb-4',
      },
    },
    compoundVariants: [
      {
        shape: ['wide', 'narrow'],
        class: 'inset-0 m-auto h-fit max-h-[calc(100dvh-24px)] max-w-[calc(100vw-24px)] rounded-3',
      },
    ],
  },
)

const titleRow = cva('', {
  variants: { shape: { wide: 'mb-3 gap-4', narrow: 'mb-2', sheet: 'mb-1 pl-2', palette: 'sr-only' } },
  compoundVariants: [{ shape: ['wide', 'narrow', 'sheet'], class: 'flex items-center justify-between' }],
})

/**
 * Scrolls to what the keyboard has reached: Radix moves the focus from the last control to the first without scrolling, and
 * a foot may cover it.
 */
const showFocused = ({ target }: FocusEvent) =>
  target.matches(':focus-visible') && target.scrollIntoView({ block: 'nearest' })

export type DialogProps = {
  title: string
  /** The wide one and the sheet have a close button. */
  shape: 'wide' | 'narrow' | 'sheet' | 'palette'
  onClosed: () => void
  /** After it closed and the focus went back. */
  onReturned?: () => void
  children: ReactNode
}

/** A modal dialog, open while it is rendered. Closing it returns the focus to what opened it, else to the page's heading. */
export function Dialog({ title, shape, onClosed, onReturned, children }: DialogProps) {
  const opener = useRef<Element | null>(null)
  return (
    <RadixDialog.Root open onOpenChange={(isOpen) => isOpen || onClosed()}>
      <RadixDialog.Portal>
        {/* Not Radix's overlay: it locks scrolling by a style element, which the content security policy blocks. */}
        <div className="fixed inset-0 z-(--z-dialog) bg-[rgb(0_0_0/0.32)] print:hidden" />
        <RadixDialog.Content
          aria-describedby={undefined}
          aria-modal
          className={panel({ shape })}
          onFocus={showFocused}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            // Otherwise Radix focuses the first control, which is the close button.
            const first = shape === 'wide' ? 'input[type="radio"]:checked' : 'input[data-first-focus]'
            const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(first)
            if (field) event.preventDefault()
            field?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement && opener.current.isConnected)
              opener.current.focus({ preventScroll: true })
            focusHeading()
            onReturned?.()
          }}
        >
          <div className={titleRow({ shape })}>
            <RadixDialog.Title className={shape === 'sheet' ? undefined : 'text-lg'}>{title}</RadixDialog.Title>
            {(shape === 'wide' || shape === 'sheet') && (
              <RadixDialog.Close asChild>
                <Button kind="plain" size="icon" aria-label="Close" className={shape === 'sheet' ? '' : '-mr-2'}>
                  <X />
                </Button>
              </RadixDialog.Close>
            )}
          </div>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

export type ConfirmDialogProps = {
  title: string
  /** The buttons that proceed, next to the one that cancels. */
  actions?: ReactNode
  /** The label of that one. */
  cancel?: string
  onClosed: () => void
  onReturned?: () => void
  children: ReactNode
}

/** Asks for confirmation before something is lost. */
export function ConfirmDialog({ actions, cancel = 'Stay', children, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog {...dialog} shape="narrow">
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <RadixDialog.Close asChild>
          <Button>{cancel}</Button>
        </RadixDialog.Close>
        {actions}
      </div>
    </Dialog>
  )
}

export type PopoverProps = {
  /** Names the panel for screen readers. */
  label: string
  /** The button that opened it; pressing it again closes it, and it gets the focus back. */
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  /** Sets the initial focus; by default Radix focuses the first control. */
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
          className="z-(--z-menu) max-h-[80vh] w-full animate-open overflow-y-auto rounded-t-3 bg-raised px-1.5 pt-1.5 pb-4 shadow-menu outline-none sm:max-h-[min(560px,var(--radix-popover-content-available-height,90vh))] sm:w-[340px] sm:max-w-[calc(100vw-16px)] sm:rounded-3 sm:p-1.5 scroll-pb-20 sm:scroll-pb-14 low:scroll-pb-0 forced-colors:border"
          onFocus={showFocused}
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
