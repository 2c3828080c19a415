'use client'
import type { ComponentProps } from 'react'
import { goShallow } from './address'
import { isPlainClick } from './plain-click'

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
