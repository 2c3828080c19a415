'use client'
import { TriangleAlert } from 'lucide-react'
import { Note } from '@/components/ui/status'

/** The provider returned rows that were not asked for. */
export default function UnmatchedNote({ count }: { count: number }) {
  return (
    <Note
      tone="wait"
      icon={TriangleAlert}
      className="my-2"
      title={`${count.toLocaleString('en-US')} ${count === 1 ? 'row does' : 'rows do'} not match the filters.`}
    >
      The provider returned rows outside your filters. They are marked and shown as received.
    </Note>
  )
}
