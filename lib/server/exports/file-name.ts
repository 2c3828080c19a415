/** Names of exported files, made of what is in them and of nothing that a person wrote. */
import { type ExportRequest, exportedLists } from '../../api/console/exports'
import { atSecond } from '../../domain/wall-clock'
import { beginning } from '../scans/time-range'

/** `2026-11-23T004109Z`: no colons, which Windows does not allow. */
const inName = (millis: number) => atSecond(millis).replaceAll(':', '')

/** `sandbox-transfers-2026-11-01T000000Z-to-2026-11-23T004109Z.csv` */
export function fileName(
  environment: string,
  { list, format }: Pick<ExportRequest, 'list' | 'format'>,
  { from, to }: { from: number; to: number },
): string {
  const since = from > beginning ? `${inName(from)}-` : ''
  return `${environment}-${exportedLists[list].replaceAll(' ', '-')}-${since}to-${inName(to)}.${format}`
}
