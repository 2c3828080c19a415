'use client'
import { User } from 'lucide-react'
import { useRef, useState } from 'react'
import { useHydrated } from '@/components/ui/browser-state'
import { lazyPart } from '@/components/ui/lazy-part'
import type { Role } from '@/lib/provider/roles'
import { nameClass, navigationEntry } from './navigation'

const WorldPanel = lazyPart('The menu', () => import('./world-panel'), { isOverlay: true })
const WorldLinks = lazyPart('The invitation', () => import('./world-links'), { isOverlay: true })

type WorldMenuProps = {
  name: string
  held: readonly Role[]
  /** Whether they joined another visitor's world by a link. */
  isGuest?: boolean
}

/** Who the visitor is in a world of their own. */
export default function WorldMenu({ name, held, isGuest = false }: WorldMenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'panel' | 'links'>()
  const isHydrated = useHydrated()
  const close = () => setOpen(undefined)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={navigationEntry}
        disabled={!isHydrated}
        aria-haspopup="dialog"
        aria-expanded={open === 'panel'}
        data-tip={`${name}, ${held.join(', ')}`}
        onClick={() => setOpen(open ? undefined : 'panel')}
      >
        <User />
        <span className={`min-w-0 overflow-hidden text-ellipsis ${nameClass}`}>{name}</span>
        <span className={`ml-auto text-sm text-ink-3 ${nameClass}`}>{held.join(', ')}</span>
      </button>
      {open === 'panel' && (
        <WorldPanel {...{ held, isGuest, anchor }} onInvite={() => setOpen('links')} onClose={close} />
      )}
      {open === 'links' && <WorldLinks onClosed={close} onReturned={() => anchor.current?.focus()} />}
    </>
  )
}
