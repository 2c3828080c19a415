/** Notes on records in words. */
import type { NotedKind, RecordNoteEvent } from '@/lib/api/console/noted-records'

export const kindLabels: Record<NotedKind, string> = {
  transfer: 'Transfer',
  order: 'Order',
  'fiat-account': 'Fiat account',
  rule: 'Rule',
}

/** "Assigned to Ines Okafor" */
export function eventText({ action, assignee }: Pick<RecordNoteEvent, 'action' | 'assignee'>): string {
  if (action === 'assign') return assignee === undefined ? 'Assignee removed' : `Assigned to ${assignee}`
  return { done: 'Marked as done', reopen: 'Opened again', correct: 'Corrected' }[action]
}
