'use client'
import { FlaskConical } from 'lucide-react'
import { useShortcut } from '@/components/ui/preferences'
import { rehearseKey } from '@/components/ui/shortcuts'
import { openDialog } from './keyboard'
import { nameClass, navigationEntry } from './navigation'

/** Opens and closes the rehearsal, from the navigation and from a phone's menu. Only who may rehearse loads it. */
export default function RehearsalButton({ isOpen }: { isOpen: boolean }) {
  return (
    <button
      type="button"
      className={navigationEntry}
      aria-expanded={isOpen}
      data-tip={rehearseKey.does}
      {...useShortcut(rehearseKey.key)}
      onClick={() => openDialog('rehearsal')}
    >
      <FlaskConical />
      <span className={nameClass}>{rehearseKey.does}</span>
    </button>
  )
}
