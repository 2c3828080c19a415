/** Query strings by the spec: arrays repeat the name, commas are data. */

/**
 * The query that a query string asks for, unchecked: whoever answers it checks it, by its schema. A name with several values
 * keeps them all, so that they are refused where one is expected.
 * @param lists the names that may have several values
 */
export function uncheckedQuery(params: URLSearchParams, lists: readonly string[]): Record<string, unknown> {
  const given = new Map<string, string[]>()
  for (const [name, value] of params) {
    const values = given.get(name)
    if (values) values.push(value)
    else given.set(name, [value])
  }
  return Object.fromEntries(
    [...given].map(([name, values]) => {
      const [only = ''] = values
      if (lists.includes(name) || values.length > 1) return [name, values]
      return [name, name === 'limit' && /^\d{1,4}$/.test(only) ? Number(only) : only]
    }),
  )
}

/** Writes a query; undefined members are left out. */
export function writeQuery(query: object): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, String(item))
  }
  return params
}
