'use client'
import { ChevronDown, FlaskConical, type LucideIcon, RotateCcw, User } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useHydrated } from '@/components/ui/browser-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { type Role, roleNames } from '@/lib/provider/roles'

const isOverlay = true
const WorldPanel = lazyPart('The menu', () => import('./world-panel'), { isOverlay })
const WorldEnd = lazyPart('The question', async () => ({ default: (await import('./world-panel')).WorldEnd }), {
  isOverlay,
})
const WorldLinks = lazyPart('The invitation', () => import('./world-links'), { isOverlay })

type WorldMenuProps = {
  held: readonly Role[]
  /** Whether they joined another visitor's world by a link. */
  isGuest?: boolean
}

/** In the strip of a world of one's own: whose it is and how long it lives, who the visitor is in it, and a fresh start. */
export default function WorldMenu({ held, isGuest = false }: WorldMenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'panel' | 'links' | 'start-over' | 'leave'>()
  const isHydrated = useHydrated()
  const close = () => setOpen(undefined)
  const closing = { onClosed: close, onReturned: () => anchor.current?.focus() }
  const button = (Icon: LucideIcon, text: ReactNode, opens: NonNullable<typeof open>, className: string) => (
    <button
      type="button"
      className={`relative inline-flex h-[18px] items-center gap-1.5 rounded-full px-2 whitespace-nowrap before:absolute before:inset-x-0 before:-inset-y-2.5 ${className}`}
      disabled={!isHydrated}
      aria-haspopup="dialog"
      aria-expanded={open === opens}
      onClick={({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
        anchor.current = currentTarget
        setOpen(open === opens ? undefined : opens)
      }}
    >
      <Icon className="size-3.5 flex-none" />
      <span>{text}</span>
      {opens === 'panel' && <ChevronDown className="size-3.5 flex-none" />}
    </button>
  )
  const bare = 'underline-offset-3 hover:underline'
  const whose = isGuest ? (
    'A colleague’s demo'
  ) : (
    <>
      Your demo<span className="max-lg:hidden">, deleted 24 h after its last use</span>
    </>
  )
  return (
    <>
      {button(FlaskConical, whose, 'panel', 'border border-current bg-surface/60 max-sm:hidden')}
      <span className="flex items-center sm:ml-auto print:hidden">
        {button(
          User,
          <>
            {/* The strip of a phone has no room for it. */}
            <span className="max-sm:sr-only">You are </span>
            {roleNames(held).join(', ')}
          </>,
          'panel',
          `${bare} max-sm:pr-0`,
        )}
        {!isGuest && button(RotateCcw, 'Start over', 'start-over', `${bare} max-sm:hidden`)}
      </span>
      {open === 'panel' && (
        <WorldPanel held={held} isGuest={isGuest} anchor={anchor} onOpen={setOpen} onClose={close} />
      )}
      {open === 'links' && <WorldLinks {...closing} />}
      {(open === 'start-over' || open === 'leave') && <WorldEnd key={open} how={open} {...closing} />}
    </>
  )
}
