'use client'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button'
import { focusHeading } from './focus'

type AskDialogProps = {
  title: string
  /** The buttons that go on, beside the one that stays. */
  acts: ReactNode
  onClosed: () => void
  children: ReactNode
}

/** Asks before something is lost. The browser's own dialog: it holds the focus and, once it is closed, gives it back. */
export function ConfirmDialog({ title, acts, onClosed, children }: AskDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const close = () => {
    onClosed()
    // What had the keyboard may be gone: a phone's sheet closes under a dialog.
    focusHeading()
  }
  return (
    <dialog ref={dialog} aria-labelledby={id} className="dialog w-[440px]!" onClose={close}>
      <div className="p-6 max-sm:p-4">
        <h2 id={id} className="mb-2 text-lg">
          {title}
        </h2>
        {children}
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button onClick={() => dialog.current?.close()}>Stay</Button>
          {acts}
        </div>
      </div>
    </dialog>
  )
}
