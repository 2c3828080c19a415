/** The marks of notes in lists: what every list loads of them. */
import type { NotedRecord } from '../api/noted-records'

/** What a list shows of a record's notes; null if it has none. Read with the marks of the rows that ask at the same time. */
export const noteMarkQuery = (record: NotedRecord) => ({
  queryKey: [record.environment, 'note-mark', record.kind, record.id] as const,
  queryFn: async () => (await import('./gathered-marks')).gatherMark(record),
  staleTime: 30_000,
  retry: false,
})
