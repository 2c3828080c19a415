import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './status'

type NoteProps = {
  tone: Tone
  icon: LucideIcon
  /** How a screen reader learns of it: at once, politely, or only when read. */
  role?: 'alert' | 'status'
  /** Buttons at the end. */
  acts?: ReactNode
  children: ReactNode
  className?: string
}

/** A note that stays where the trouble is: a rule at the left, an icon, words, an act. */
export function Note({ tone, icon: Icon, role, acts, children, className = '' }: NoteProps) {
  return (
    <div
      role={role}
      className={`note tone-${tone} flex gap-2 rounded-r-2 border-l-3 border-tone bg-tint px-3 py-2 max-sm:flex-wrap [&_p+p]:text-ink-2 ${acts ? 'items-center max-sm:items-start' : 'items-start'} ${className}`}
    >
      <Icon className={`text-tone ${acts ? 'max-sm:mt-0.5' : 'mt-0.5'}`} />
      <div className="min-w-0 flex-1">{children}</div>
      {acts && <div className="ml-auto flex flex-none flex-wrap gap-2 max-sm:ml-6 max-sm:basis-full">{acts}</div>}
    </div>
  )
}
