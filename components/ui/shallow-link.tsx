'use client'
import type { ComponentProps, MouseEvent } from 'react'
import { goShallow } from './address'

/** Whether a click asks to stay in this tab. */
export const isPlainClick = (event: MouseEvent | globalThis.MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

type ShallowLinkProps = ComponentProps<'a'> & { href: string; onMove?: () => void }

/** A real link to another address of the same page: opens in tabs, copies, and goes without a round trip. */
export function ShallowLink({ href, onMove, ...rest }: ShallowLinkProps) {
  return (
    <a
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        goShallow(href)
        onMove?.()
      }}
      {...rest}
    />
  )
}
