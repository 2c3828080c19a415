'use client'
import { useQuery } from '@tanstack/react-query'
import { AtSign, StickyNote } from 'lucide-react'
import type { NotedRecord } from '@/lib/api/console/noted-records'
import { noteMarkQuery } from '@/lib/browser/note-marks'

/** How many notes a previewed record has, in words. Nothing while that is not known, and if there are none. */
export function NoteLine({ record, isSettled }: { record: NotedRecord; isSettled: boolean }) {
  // What the list has read is there at once; nothing is read for rows that a reader only passes.
  const { data: mark } = useQuery({ ...noteMarkQuery(record), enabled: isSettled })
  if (!mark) return null
  const Icon = mark.is_mine ? AtSign : StickyNote
  const tone = mark.is_mine ? 'font-label text-wait' : mark.open > 0 ? 'font-label text-ink' : 'text-ink-2'
  return (
    <p className={`mt-3 ${tone}`}>
      <Icon className="mr-1 size-3.5" /> {mark.text}
    </p>
  )
}
