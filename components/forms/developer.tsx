'use client'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { rowOf } from '@/lib/provider/operations'
import { Disclosure } from './fields'
import { useFormPage } from './form-context'

const LiveRequest = lazyPart('The request', () => import('./request-preview'))

/** What only engineers need, at the end of every form: these fields, and the request. */
export function Developer({ names, hint, children }: { names: readonly string[]; hint: string; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure title="Developer" names={names} hint={`${hint}, request body`} onToggle={setOpen}>
      {children}
      <RequestTarget />
      {isOpen && <LiveRequest />}
    </Disclosure>
  )
}

/** The API call and the scope that it needs. */
export function RequestTarget() {
  const { method, path, scope } = rowOf(useFormPage().operation)
  return (
    <span className="text-sm [overflow-wrap:anywhere]">
      <span className="font-mono">
        {method} {path}
      </span>
      , scope <span className="font-mono">{scope}</span>
    </span>
  )
}
