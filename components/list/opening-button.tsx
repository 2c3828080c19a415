'use client'
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'

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
