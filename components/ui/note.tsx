import { cva } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Tone, toneClass } from './status'

const note = cva(
  'flex flex-wrap gap-2 rounded-r-2 border-l-3 border-tone bg-tint px-3 py-2 sm:flex-nowrap print:break-inside-avoid forced-colors:border-y forced-colors:border-r [&_p+p]:text-ink-2',
  {
    variants: { hasActions: { true: 'items-start sm:items-center', false: 'items-start' } },
  },
)

type NoteProps = {
  tone: Tone
  icon: LucideIcon
  /** How a screen reader announces it: at once, politely, or not at all. */
  role?: 'alert' | 'status'
  /** Buttons at the end. */
  actions?: ReactNode
  /** The former name of `actions`. */
  acts?: ReactNode
  children: ReactNode
  className?: string
}

/** A message next to what it is about. */
export function Note({ tone, icon: Icon, role, acts, actions = acts, children, className = '' }: NoteProps) {
  const hasActions = Boolean(actions)
  return (
    <div role={role} className={`${toneClass[tone]} ${note({ hasActions })} ${className}`}>
      <Icon className={`mt-0.5 text-tone ${hasActions ? 'sm:mt-0' : ''}`} />
      <div className="min-w-0 flex-1">{children}</div>
      {hasActions && (
        <div className="ml-6 flex flex-none basis-full flex-wrap gap-2 sm:ml-auto sm:basis-auto">{actions}</div>
      )}
    </div>
  )
}
