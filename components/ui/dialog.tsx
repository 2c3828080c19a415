'use client'
import { cva } from 'class-variance-authority'
import { X } from 'lucide-react'
import * as RadixDialog from 'radix-ui/dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './button'
import { focusHeading } from './focus'

const panel = cva(
  'fixed z-(--z-dialog) animate-open overflow-y-auto overscroll-contain bg-raised text-ink shadow-menu outline-none print:hidden forced-colors:border',
  {
    variants: {
      shape: {
        wide: 'w-[600px] p-4 sm:p-6',
        narrow: 'w-[440px] p-4 sm:p-6',
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

type DialogProps = {
  title: string
  shape: 'wide' | 'narrow' | 'sheet'
  /** Adds a close button to the title. */
  hasClose?: boolean
  onClosed: () => void
  children: ReactNode
}

/** A modal dialog, open while it is rendered. Closing it returns the focus to what opened it, else to the page's heading. */
export function Dialog({ title, shape, hasClose, onClosed, children }: DialogProps) {
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
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement && opener.current.isConnected)
              opener.current.focus({ preventScroll: true })
            focusHeading()
          }}
        >
          <div
            className={`flex items-center justify-between ${shape === 'sheet' ? 'mb-1 pl-2' : hasClose ? 'mb-3 gap-4' : 'mb-2'}`}
          >
            <RadixDialog.Title className={shape === 'sheet' ? undefined : 'text-lg'}>{title}</RadixDialog.Title>
            {hasClose && (
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

type ConfirmDialogProps = {
  title: string
  /** The buttons that proceed, next to the one that cancels. */
  actions?: ReactNode
  /** The former name of `actions`. */
  acts?: ReactNode
  onClosed: () => void
  children: ReactNode
}

/** Asks for confirmation before something is lost. */
export function ConfirmDialog({ title, acts, actions = acts, onClosed, children }: ConfirmDialogProps) {
  return (
    <Dialog title={title} shape="narrow" onClosed={onClosed}>
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <RadixDialog.Close asChild>
          <Button>Stay</Button>
        </RadixDialog.Close>
        {actions}
      </div>
    </Dialog>
  )
}
