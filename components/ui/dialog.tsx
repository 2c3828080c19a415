'use client'
/** Dialogs and popovers. Their code is loaded once the page is idle, or when the first of them opens. */
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from './button'
import { lazyPart } from './lazy-part'
import type { ConfirmDialogProps, DialogProps, PopoverProps } from './overlays'

const load = () => import('./overlays')
const isOverlay = true

export const Dialog = lazyPart<DialogProps>('The dialog', async () => ({ default: (await load()).Dialog }), {
  isOverlay,
})
export const ConfirmDialog = lazyPart<ConfirmDialogProps>(
  'The confirmation',
  async () => ({ default: (await load()).ConfirmDialog }),
  { isOverlay },
)
export const Popover = lazyPart<PopoverProps>('The menu', async () => ({ default: (await load()).Popover }), {
  isOverlay,
})

/** Loads all of them, so that each opens at once. */
export const preloadOverlays = () => void Promise.all([Dialog, ConfirmDialog, Popover].map((one) => one.preload()))

type OpeningButtonProps = ComponentProps<typeof Button> & {
  /** What it opens, beside the button. */
  render: (anchor: RefObject<HTMLButtonElement | null>, close: () => void) => ReactNode
}

/** A button that opens a dialog or a menu. */
export function OpeningButton({ render, ...props }: OpeningButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button {...props} ref={button} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && render(button, () => setOpen(false))}
    </>
  )
}
