/** Links: of block explorers, of Mintdesk, of the provider. Which of their identifiers the link is about. */
import type { Finding, Scan, Span } from './scan'

const links = /(?:https?:\/\/|www\.)[^\s"'<>()[\]{},;|]+/gi

/** Query names that hold what a list or look-up is about; the others hold sessions, traces and cursors. */
const isAbout = (name: string) =>
  /^(?:q|id|uuid|tx|txid|hash|(?:ids|group_ids|ref_ids|profile_ids|identity_ids|account_ids|crypto_tx_hashes)|[a-z_]*(?:transfer|group|ref|profile|identity|account)_?id)$/i.test(
    name,
  )

/** The names of the query parameters that offsets of a link are in, in their order; undefined for those in its path. */
function parametersAt(link: string, offsets: readonly number[]): (string | undefined)[] {
  const query = link.indexOf('?')
  let from = query + 1
  let to = -1
  let name = ''
  return offsets.map((offset) => {
    if (query < 0 || offset < query) return undefined
    while (to < offset) {
      if (to >= 0) from = to + 1
      const next = link.indexOf('&', from)
      to = next < 0 ? link.length : next
      name = link.slice(from, to).split('=', 1)[0] ?? ''
    }
    return name
  })
}

/** What a link is about only if it names nothing else. */
const isAside = ({ refused, identifier }: Finding) => refused !== undefined || identifier?.kind === 'address'

/** Whether a link is about a finding in it. In a path the hash comes first, and a record's own ID after those of its parents. */
function chosen(link: string, at: number, inside: readonly Finding[]): Finding[] {
  const names = parametersAt(
    link,
    inside.map(({ start }) => start - at),
  )
  const named = inside.map((finding, index) => ({ finding, name: names[index] }))
  const path = named.filter(({ name }) => name === undefined).map(({ finding }) => finding)
  const isBlock = /\/blocks?\//i.test(link)
  const hash = isBlock
    ? undefined
    : path.find(({ identifier }) => identifier?.kind === 'hash' || identifier?.kind === 'partial')
  if (hash) return [hash]
  const asked = named.filter(({ name }) => name !== undefined && isAbout(name)).map(({ finding }) => finding)
  const last = path.filter(({ identifier }) => identifier?.kind !== 'hash').at(-1)
  return last ? [last, ...asked] : asked
}

/** `?ref_ids=inv-2041` and `/lookup?q=inv-2041`. */
function findReferences(scan: Scan, link: string, at: number): void {
  const names = /\/lookup\?/.test(link) ? /^(?:q|ref_ids?)$/i : /^ref_ids?$/i
  const query = link.indexOf('?') + 1
  let start = at + query
  for (const part of query > 0 ? (link.slice(query).split('#')[0] ?? '').split('&') : []) {
    const [name = '', ...rest] = part.split('=')
    const value = rest.join('=').replaceAll('+', ' ').trim()
    const span = { start: start + name.length + 1, end: start + part.length }
    if (names.test(name) && value !== '' && value.length <= 255 && scan.isFree(span))
      scan.add({ ...span, label: 'Reference', identifier: { kind: 'reference', value } })
    start += part.length + 1
  }
}

/**
 * Removes what links only mention.
 * @param isReferred whether references are wanted too
 * @returns the links in which nothing was found
 */
export function findLinks(scan: Scan, isReferred = true): Span[] {
  const empty: Span[] = []
  const found = scan.findings.splice(0).sort((one, other) => one.start - other.start)
  let next = 0
  for (const { 0: whole, index } of scan.text.matchAll(links)) {
    // A mail filter's link holds the one that it checks.
    const from = Math.max(whole.lastIndexOf('https://'), whole.lastIndexOf('http://'), 0)
    const [link, start, end] = [whole.slice(from), index + from, index + whole.length]
    for (; next < found.length && (found[next]?.start ?? 0) < start; next++)
      scan.findings.push(...found.slice(next, next + 1))
    const inside: Finding[] = []
    for (; next < found.length && (found[next]?.start ?? 0) < end; next++) inside.push(...found.slice(next, next + 1))
    const kept = chosen(
      link,
      start,
      inside.filter((one) => !isAside(one)),
    )
    const refused = inside.filter(isAside)
    for (const one of kept.length > 0 ? refused.filter(({ isAddress }) => !isAddress) : refused) scan.findings.push(one)
    for (const one of kept) scan.findings.push(one)
    const count = scan.findings.length
    if (isReferred) findReferences(scan, link, start)
    if (kept.length + refused.length === 0 && scan.findings.length === count) empty.push({ start, end })
    scan.take({ start, end })
  }
  // A list may be longer than what one call takes.
  for (const one of found.slice(next)) scan.findings.push(one)
  return empty
}
