'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useAllNotes } from './form-state'

/** Fields that belong together, under a title and a line. */
export function FieldSet({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 not-first:mt-8 not-first:border-t not-first:border-hairline not-first:pt-5">
      {title && <legend className="float-left mb-3 w-full text-lg font-title">{title}</legend>}
      <div className="clear-both grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </fieldset>
  )
}

/** Two fields side by side, under each other on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-4 max-sm:grid-cols-[minmax(0,1fr)] max-sm:gap-5">
      {children}
    </div>
  )
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && value !== false

type DisclosureProps = {
  title: string
  names: readonly string[]
  /** Closed at first though fields hold something, because what they hold was filled in for the person. */
  isClosed?: boolean
  children: ReactNode
}

/** Fields that few need: closed until they are asked for, or until one of them (`names`) holds something or is wrong. */
export function Disclosure({ title, names, isClosed = false, children }: DisclosureProps) {
  const { getValues } = useFormContext()
  const { errors, warnings } = useAllNotes()
  const [isOpen, setOpen] = useState(() => !isClosed && names.some((name) => isFilled(getValues(name))))
  const isCalled = names.some((name) => errors[name] ?? warnings[name])
  useEffect(() => {
    if (isCalled) setOpen(true)
  }, [isCalled])
  return (
    <details open={isOpen || isCalled} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-6 list-none items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current max-sm:min-h-10 [&::-webkit-details-marker]:hidden">
        {title}
      </summary>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
    </details>
  )
}
