/** Notes on records in words. */

import { shortMonths } from '@/lib/browser/clock'
import type { NotedKind, RecordNoteEvent } from '@/lib/features/notes/interface'

/** `27 Nov`, with the year unless it is that of `now`. */
export function dueDayText(due: string, now: number): string {
  const [year, month = 1, day] = due.split('-').map(Number)
  return `${day} ${shortMonths[month - 1]}${year === new Date(now).getUTCFullYear() ? '' : ` ${year}`}`
}

export const kindLabels: Record<NotedKind, string> = {
  transfer: 'Transfer',
  order: 'Order',
  'fiat-account': 'Fiat account',
  rule: 'Rule',
  movement: 'Movement',
}

/** "Assigned to Ines Okafor" */
export function eventText({ action, assignee }: Pick<RecordNoteEvent, 'action' | 'assignee'>): string {
  if (action === 'assign') return assignee === undefined ? 'Assignee removed' : `Assigned to ${assignee}`
  return { done: 'Marked as done', reopen: 'Opened again', correct: 'Corrected' }[action]
}
