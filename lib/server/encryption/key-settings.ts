/** The variables of keys and of the proxy, whose values no sentence quotes. */
/** A key that an operator keeps; what it encrypts names it. */
export type NamedKey = { name: string; secret: string }

/** The proxy through which https leaves the network (HTTPS_PROXY, NO_PROXY). */
export type ProxySettings = {
  /** With the credentials. */
  url: string
  password: string
  /** Hosts that are reached without it, as NO_PROXY lists them. */
  exceptions: string
}

type Variables = Record<string, string | undefined>

/** Characters below which a key could be guessed: 24 random bytes in base64. */
const shortestKey = 32
const longestName = 32

const listed = (text: string | undefined) =>
  (text ?? '')
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

const isRepeated = (all: readonly string[]) => new Set(all).size < all.length

/** The keys in SEAL_KEYS: `name:key`, separated by commas or lines. Names are lower case, so that SQL tells them apart everywhere. */
export function encryptionKeysOf(variables: Variables, problems: string[]): NamedKey[] {
  const keys = listed(variables.SEAL_KEYS).map((entry) => {
    const colon = entry.indexOf(':')
    return { name: entry.slice(0, Math.max(colon, 0)), secret: entry.slice(colon + 1) }
  })
  if (keys.some(({ name }) => !/^[a-z0-9][a-z0-9-]*$/.test(name) || name.length > longestName))
    problems.push(
      `SEAL_KEYS must list keys with names, such as 2026a:KEY,2025b:KEY. A name has at most ${longestName} small letters, digits and hyphens.`,
    )
  else if (keys.some(({ secret }) => secret.length < shortestKey && secret !== variables.NEXTAUTH_SECRET))
    problems.push(
      'SEAL_KEYS has a key that is too short: use at least 32 random characters, such as the output of "openssl rand -base64 32".',
    )
  else if (isRepeated(keys.map(({ name }) => name))) problems.push('SEAL_KEYS has two keys of one name.')
  return keys
}

/** The keys in FINGERPRINT_KEY, separated by commas or lines. */
export function fingerprintKeysOf(variables: Variables, problems: string[]): string[] {
  const keys = listed(variables.FINGERPRINT_KEY)
  if (keys.some((key) => key.length < shortestKey && key !== variables.NEXTAUTH_SECRET))
    problems.push(
      'FINGERPRINT_KEY is too short: use at least 32 random characters, such as the output of "openssl rand -base64 32".',
    )
  return keys
}

/** The secret that opens session cookies beside NEXTAUTH_SECRET. */
export function otherSecretOf(variables: Variables, problems: string[]): string | undefined {
  const other = variables.NEXTAUTH_SECRET_ALSO || undefined
  if (other !== undefined && other === variables.NEXTAUTH_SECRET)
    problems.push('NEXTAUTH_SECRET_ALSO is the same as NEXTAUTH_SECRET. Leave it out unless the secret changes.')
  return other
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** HTTPS_PROXY and NO_PROXY, or their names in small letters, which come first as in other programs. */
export function proxyOf(variables: Variables, problems: string[]): ProxySettings | undefined {
  const text = variables.https_proxy || variables.HTTPS_PROXY
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const [username, password] = [decoded(url?.username ?? ''), decoded(url?.password ?? '')]
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    problems.push('HTTPS_PROXY must be the address of a proxy, such as http://proxy.company.example:3128.')
  else if (username === undefined || password === undefined || (username === '') !== (password === ''))
    problems.push(
      'HTTPS_PROXY must have a user and a password, or neither. Write characters such as @ and % percent-encoded.',
    )
  return { url: text, password: password ?? '', exceptions: variables.no_proxy || variables.NO_PROXY || '' }
}
