'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { isPlainClick, Link } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { readFormDraft } from '@/lib/browser/form-drafts'
import { useFormPage } from './form-context'

/** For links that leave the form without confirmation, such as signing in again. */
export const skipLeaveConfirmation = { 'data-leave': 'free' } as const

export const ViewButton = ({ href, children }: { href: string; children: string }) => (
  <Link className={buttonClass({ size: 'small' })} href={href} {...skipLeaveConfirmation}>
    {children}
  </Link>
)

type LeaveConfirmationProps = {
  isOn: boolean
  /** Whether an attempt may have reached the provider. */
  mayBeSent: boolean
  onDiscard: () => void
}

/**
 * Asks before a link leaves a form; the browser asks before the tab is closed or reloaded. The back button does not ask:
 * the draft is still there when the person returns.
 */
export function LeaveConfirmation({ isOn, mayBeSent, onDiscard }: LeaveConfirmationProps) {
  const { noun, environment, draftKey, href } = useFormPage()
  const router = useRouter()
  const [target, setTarget] = useState<string | undefined>()
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isOn) return
    const beforeUnload = (event: BeforeUnloadEvent) => {
      // After sign-out there is no draft left to lose.
      if (!isLeaving.current && readFormDraft(draftKey)) event.preventDefault()
    }
    const click = (event: MouseEvent) => {
      // Whoever is still here has not left.
      isLeaving.current = false
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link?.href || !isPlainClick(event) || link.target === '_blank' || link.hasAttribute('download')) return
      if (link.dataset.leave === 'free') {
        isLeaving.current = true
        return
      }
      const url = new URL(link.href, window.location.href)
      const isOwn = url.pathname === href || url.pathname.startsWith(`${href}/`)
      if (url.origin !== window.location.origin || isOwn) return
      event.preventDefault()
      event.stopPropagation()
      setTarget(`${url.pathname}${url.search}`)
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('beforeunload', beforeUnload, { signal })
    // Captured on the window: links act as soon as React sees the click.
    window.addEventListener('click', click, { capture: true, signal })
    return () => listening.abort()
  }, [isOn, draftKey, href])

  if (target === undefined) return null
  const leave = (isDiscarded: boolean) => {
    if (isDiscarded) onDiscard()
    setTarget(undefined)
    // The router may load the page whole: under another version of Mintdesk it does.
    isLeaving.current = true
    if (target.split('/')[1] === environment) return router.push(target)
    // Another environment loads a new page, so that nothing typed here can show there.
    window.location.assign(target)
  }
  return (
    <ConfirmDialog
      title={`Leave this ${noun}?`}
      onClosed={() => setTarget(undefined)}
      actions={
        <>
          <Button kind="danger" onClick={() => leave(true)}>
            Discard draft
          </Button>
          <Button kind="primary" onClick={() => leave(false)}>
            Leave, keep draft
          </Button>
        </>
      }
    >
      <p>
        Your draft stays in this tab until you close it or sign out.{' '}
        {mayBeSent
          ? "It may have been sent. Leaving doesn't cancel it; Activity shows the outcome."
          : 'Nothing was sent.'}
      </p>
    </ConfirmDialog>
  )
}
