/** What the console's own API for exports accepts. */
import * as z from 'zod/mini'
import { isZone } from '../../domain/wall-clock'
import { issuerQuoteFields, transferFields } from '../../provider/reading'
import type { ScannedList } from '../../provider/scanned-lists'
import { noNul, object, text, Uuid } from '../../provider/value-schemas'
import { exportedLists, exportFormats, exportPeriods } from './export-columns'

const lists = Object.keys(exportedLists) as [ScannedList, ...ScannedList[]]

const fields = Object.keys({ ...transferFields, ...issuerQuoteFields })

const request = {
  /** A UUID made in the browser: the same export twice is one export. */
  id: Uuid,
  list: z.enum(lists),
  /** The query string of the list's page: as long as a list with every filter, each with its hundred values. */
  search: text(32_768).check(noNul),
  /** IANA name of the zone whose days relative dates and schedules mean. */
  zone: text(100).check(z.refine(isZone, { error: 'Name a time zone, like Europe/Berlin or UTC.' })),
  format: z.enum(exportFormats),
  hasNotes: z.boolean(),
  /** Of a CSV, so that Excel reads it as UTF-8. */
  hasBom: z.boolean(),
  /** Of a CSV: the members that are columns, in their order; absent are all. */
  columns: z.optional(
    z
      .array(text(100).check(z.refine((name) => fields.includes(name), { error: 'Name a field of the list.' })))
      .check(z.minLength(1), z.maxLength(fields.length)),
  ),
}

export const NewExport = object(request)
export type NewExport = z.infer<typeof NewExport>

export const NewExportSchedule = object({ ...request, period: z.enum(exportPeriods) })
export type NewExportSchedule = z.infer<typeof NewExportSchedule>
