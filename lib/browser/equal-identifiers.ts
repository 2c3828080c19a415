/** Which identifiers mean the same record. */
import { hashKey, idKey } from '../provider/matching'
import type { IdKind } from './identifiers'

/** Equal for identifiers that mean the same record. */
export const identifierKey = (id: string, kind: IdKind) => (kind === 'hash' ? hashKey(id) : idKey(id))

/** The identifiers in a list of query values: several values of one identifier count once. */
export function distinctIds(values: readonly string[], kind: IdKind): string[] {
  return [...new Map(values.map((value) => [identifierKey(value, kind), value] as const).reverse()).values()].reverse()
}

/** @returns the requested identifiers that no record has */
export function unmatchedIds(requested: readonly string[], found: readonly string[], kind: IdKind): string[] {
  const keys = new Set(found.map((id) => identifierKey(id, kind)))
  return distinctIds(requested, kind).filter((id) => !keys.has(identifierKey(id, kind)))
}
