/** Identifiers as every page shows them. */

/**
 * How text is parsed: `uuid` is a UUID; `id` is an identifier of the provider, usually a UUID (spec, Conventions);
 * `text` is a reference chosen by a client, which may contain spaces and commas; `hash` is a transaction hash.
 */
export type IdKind = 'uuid' | 'id' | 'text' | 'hash'

/** Shortens a long identifier in the middle. */
export const shorten = (id: string, head: number): string =>
  id.length <= head + 7 ? id : `${id.slice(0, head)}…${id.slice(-4)}`
