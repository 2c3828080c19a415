/** Exports of whole lists as files, without the schemas of their input: pages load this. */

import type { NewExport, NewExportSchedule } from './input'

/** What to export, without the id of the new export. */
export type ExportRequest = Omit<NewExport, 'id'>
export type ExportFormat = NewExport['format']
export type ExportPeriod = NewExportSchedule['period']

/** `waiting`: a console takes it up as soon as one is free, and what the file needs has been read from the provider. */
export const exportStates = ['waiting', 'running', 'complete', 'failed', 'cancelled'] as const
export type ExportState = (typeof exportStates)[number]

export const isActiveExport = (state: ExportState) => state === 'waiting' || state === 'running'

/** A file in the making, or made. Times are RFC 3339 in UTC. */
export type ExportJob = Omit<ExportRequest, 'zone'> & {
  id: string
  state: ExportState
  /** Why it waits or failed, in sentences. */
  reason?: string
  /** Name of the file. */
  file: string
  person: string
  is_mine: boolean
  /** The schedule that made it. */
  schedule?: string
  /** Creation times of its rows: from (absent: the first), and up to but not including `to`. */
  from?: string
  to: string
  rows: number
  /** How far back the file is while it is made, by the time that it is sorted by. */
  reached?: string
  /** Since when all records were kept, if earlier ones that may belong in the file were removed. */
  kept_since?: string
  bytes: number
  sha256?: string
  created_at: string
  ended_at?: string
  /** When it is deleted. */
  kept_until: string
}

/** Whether a list's parameter filters by creation: a schedule replaces these by its period. */
export const isCreatedName = (name: string) => /^(?:x\.)?created(?:_at\.|_range\.|$)/.test(name)

/** Makes an export of each period once it has closed. */
export type ExportSchedule = ExportRequest & {
  id: string
  period: ExportPeriod
  person: string
  is_mine: boolean
  next_at: string
  /** Why it makes no more exports; absent while it does. */
  stopped?: string
  created_at: string
}

export type ExportPage = {
  exports: ExportJob[]
  schedules: ExportSchedule[]
  /** Bytes that all files take, compressed, and that they may take together. */
  stored: number
  storage: number
}

/** Days that files are kept. */
export const exportDays = 30
/** Exports of one person that wait or run at once, and schedules of one person. */
export const mostActiveExports = 3
export const mostSchedules = 20

/** Says of the file what the file cannot: whether it is complete, and what it is made of. */
export type ExportManifest = {
  file: string
  format: ExportFormat
  columns: readonly string[] | 'all'
  notes: boolean
  byte_order_mark: boolean
  environment: string
  list: string
  /** The query string of the list's page, with relative dates resolved. */
  filter: string
  created: { from?: string; before: string }
  rows: number
  bytes: number
  sha256?: string
  /** Since when all records were kept, if earlier ones that may belong in the file were removed. */
  kept_since?: string
  /** Up to when every change is in the rows, which are as they were at one moment; absent where the provider lists none. */
  changes_before?: string
  complete: boolean
  reason?: string
  made_by: string
  started_at?: string
  ended_at?: string
}
