/** Which columns a person sees and in which order, kept in the address as `x.columns=created.amount`. */

const name = 'x.columns'

/** What a choice must know of a column. */
type Choosable = { key: string; isExtra?: boolean; sort?: string }

/** The columns that are shown where nobody chose: all but the extra ones, and the one that the list is sorted by. */
export function usualColumns<Column extends Choosable>(columns: readonly Column[], sortedBy: string): Column[] {
  return columns.filter(({ isExtra, sort }) => !isExtra || sort === sortedBy)
}

/** @returns the columns of this address in their order; the first one leads whatever the address says */
export function chosenColumns<Column extends Choosable>(
  params: URLSearchParams,
  columns: readonly Column[],
  sortedBy: string,
): Column[] {
  const [first, ...rest] = columns
  const asked = params.get(name)
  if (asked === null || !first) return usualColumns(columns, sortedBy)
  const keys = [...new Set(asked.split('.'))]
  return [first, ...keys.flatMap((key) => rest.find((column) => column.key === key) ?? [])]
}

/** The address with these columns chosen; what nobody needs to choose is not written. The page of the list stays. */
export function withColumns<Column extends Choosable>(
  params: URLSearchParams,
  chosen: readonly Column[],
  columns: readonly Column[],
  sortedBy: string,
): URLSearchParams {
  const keys = (some: readonly Column[]) => some.map(({ key }) => key).join('.')
  const next = new URLSearchParams(params)
  next.delete(name)
  if (keys(chosen) !== keys(usualColumns(columns, sortedBy))) next.set(name, keys(chosen))
  return next
}

/** Whether every row is drawn at once: `x.rows=all`. */
export const isWhole = (params: URLSearchParams) => params.get('x.rows') === 'all'

export function withWhole(params: URLSearchParams, isOn: boolean): URLSearchParams {
  const next = new URLSearchParams(params)
  if (isOn) next.set('x.rows', 'all')
  else next.delete('x.rows')
  return next
}

/** A column one place further to the left (-1) or right (1); the first place is taken. */
export function moved<Column extends Choosable>(chosen: readonly Column[], key: string, by: 1 | -1): Column[] {
  const at = chosen.findIndex((column) => column.key === key)
  const to = at + by
  const next = [...chosen]
  const [column] = at > 0 && to > 0 && to < chosen.length ? next.splice(at, 1) : []
  if (column) next.splice(to, 0, column)
  return next
}
