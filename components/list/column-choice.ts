/** Changes of a list's columns, widths, row height and rendering as changes of its URL: what the columns menu does. */
import type { Preference } from '@/lib/browser/preferences'
import { chosenColumns, columnsName, defaultColumns, type Selectable, withViewParam, writtenColumns } from './column'

/**
 * The list with these columns; the default is left out of the URL.
 * @param widths CSS pixels by key; other columns keep the width that was chosen, and undefined forgets it
 */
export function withColumns(
  params: URLSearchParams,
  selected: readonly Selectable[],
  columns: readonly Selectable[],
  sortedBy: string,
  widths: Record<string, number | undefined> = {},
): URLSearchParams {
  const before = chosenColumns(params)
  const widthOf = (key: string) => (Object.hasOwn(widths, key) ? widths[key] : before.get(key))
  const written = writtenColumns(selected, widthOf)
  const isDefault = written === writtenColumns(defaultColumns(columns, sortedBy))
  return withViewParam(params, columnsName, isDefault ? undefined : written)
}

/** Moves a column one place left (-1) or right (1); the first place is fixed. */
export function moveColumn<Column extends Selectable>(
  selected: readonly Column[],
  key: string,
  by: 1 | -1,
): readonly Column[] {
  const from = selected.findIndex((column) => column.key === key)
  const to = from + by
  const column = selected[from]
  if (!column || from < 1 || to < 1 || to >= selected.length) return selected
  return selected.toSpliced(from, 1).toSpliced(to, 0, column)
}

export const withDensity = (params: URLSearchParams, density: Preference<'density'>) =>
  withViewParam(params, 'x.density', density)

export const withAllRows = (params: URLSearchParams, isOn: boolean) =>
  withViewParam(params, 'x.rows', isOn ? 'all' : undefined)
