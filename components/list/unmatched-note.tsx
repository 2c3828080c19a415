'use client'
import { TriangleAlert } from 'lucide-react'
import { Note } from '@/components/ui/status'

type UnmatchedProps = {
  count: number
  /** Whether they are not shown, because Mintdesk filters this list itself. */
  isLeftOut?: boolean
}

/** The provider returned rows that were not asked for. */
export default function UnmatchedNote({ count, isLeftOut = false }: UnmatchedProps) {
  return (
    <Note
      tone="wait"
      icon={TriangleAlert}
      className="my-2"
      title={`${count.toLocaleString('en-US')} ${count === 1 ? 'row does' : 'rows do'} not match the filters.`}
    >
      {isLeftOut ? 'They are left out.' : 'They are marked and shown as received.'}
    </Note>
  )
}
