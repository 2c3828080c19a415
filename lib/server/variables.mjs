// @ts-check
/**
 * The names of all variables, their values from files, and names that look like typing mistakes. Plain JavaScript with
 * Node's own modules only, because `npm start` reads variables before anything is installed.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Every variable that the console, its commands or the sandbox read. docs/reference.md, "Variables", describes them. */
export const variableNames = [
  ...['HOST', 'PORT', 'NEXTAUTH_URL', 'NEXTAUTH_SECRET', 'NEXTAUTH_SECRET_ALSO', 'SEAL_KEYS', 'FINGERPRINT_KEY'],
  ...['SANDBOX', 'PRODUCTION'].flatMap((environment) =>
    ['BASE_URL', 'AUTH_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'IDENTITY_REQUIRED'].map((name) => `${environment}_${name}`),
  ),
  ...['PRODUCTION_FOLLOW', 'ORDER_CONFIRM_ABOVE'],
  ...['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'ROLES_CLAIM', 'SCOPE', 'MAX_AGE', 'STEP_UP_ACR'].map(
    (name) => `OIDC_${name}`,
  ),
  ...['ADMIN_SUBJECTS', 'ROLES', 'DEMO_USERS', 'DEMO_WORLDS', 'TRUSTED_PROXY_HOPS'],
  ...['DATABASE_URL', 'DATABASE_WITHOUT_TLS', 'MINTDESK_DATA'],
  ...['CSP_REPORT_URL', 'SECURITY_CONTACT', 'OPERATOR_NAME', 'UPSTREAM_RATE', 'CONSOLE_REPLICAS'],
  ...['REQUESTS', 'SESSIONS', 'PRESETS', 'TRANSFERS', 'DRAFTS'].map((kind) => `RETENTION_${kind}_DAYS`),
  ...['WEBHOOK_ALLOW_PRIVATE', 'EXPORT_STORAGE_MB', 'HTTPS_PROXY', 'NO_PROXY', 'LOG_LEVEL'],
  ...['AUDIT_SIGNING_KEY', 'AUDIT_CHECKPOINT_URL'],
  ...['MIGRATE', 'SHUTDOWN_SECONDS', 'SHUTDOWN_DELAY_SECONDS', 'METRICS_HOST', 'METRICS_PORT'],
  ...['SANDBOX_HOST', 'SANDBOX_PORT', 'SANDBOX_TRANSFERS', 'SANDBOX_CONTROL_TOKEN'],
]

/** Names that our variables begin with; another program is unlikely to use one that is nearly ours. */
const ownPrefix =
  /^(?:AUDIT|NEXTAUTH|SEAL|FINGERPRINT|SANDBOX|PRODUCTION|OIDC|ADMIN|DEMO|ORDER|TRUSTED|DATABASE|MINTDESK|CSP|OPERATOR|UPSTREAM|CONSOLE|RETENTION|WEBHOOK|EXPORT|METRICS)_/

/** Characters from which a name that is nearly ours is taken for a mistake whatever it begins with. */
const longName = 12

/**
 * How many characters must be added, removed, replaced or exchanged with the next to get from one word to another.
 * @param {string} one @param {string} other
 */
function distance(one, other) {
  /** @type {number[][]} */
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  const at = (/** @type {number} */ row, /** @type {number} */ column) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= one.length; i++) {
    rows.push([i])
    for (let j = 1; j <= other.length; j++) {
      const replaced = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const exchanged = isExchanged ? at(i - 2, j - 2) + 1 : replaced
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, exchanged))
    }
  }
  return at(one.length, other.length)
}

/** @typedef {{ name: string, text: string }} VariableProblem of the variable that was meant */

/**
 * What is wrong with the names of the variables that are set: those that look like a mistyped one of ours.
 * @param {Record<string, string | undefined>} variables @returns {VariableProblem[]}
 */
export function misspelled(variables) {
  const known = new Set(variableNames.flatMap((name) => [name, ...ways.map((way) => `${name}_${way}`)]))
  const missing = [...known].filter((name) => !variables[name])
  return Object.keys(variables).flatMap((name) => {
    if (known.has(name) || !variables[name] || !(ownPrefix.test(name) || name.length >= longName)) return []
    const [nearest] = missing
      .map((other) => ({ other, steps: Math.abs(name.length - other.length) > 2 ? 3 : distance(name, other) }))
      .filter(({ steps }) => steps <= 2)
      .sort((one, other) => one.steps - other.steps)
    if (!nearest) return []
    const meant = nearest.other.replace(/_(?:FILE|COMMAND)$/, '')
    return [{ name: meant, text: `${name} is no variable of Mintdesk. Is ${nearest.other} meant?` }]
  })
}

/** Where a value can be that is not in its variable, by the end of the name of the variable that leads there. */
const elsewhere = {
  FILE: {
    // The build must not look for files that an operator names.
    read: (/** @type {string} */ path) => readFileSync(/* turbopackIgnore: true */ path, 'utf8'),
    failed: (/** @type {string} */ why) =>
      `cannot be read${why}. Set it to the path of a file that the console may read.`,
    empty: 'leads to an empty file.',
  },
  COMMAND: {
    read: (/** @type {string} */ command) =>
      execFileSync('/bin/sh', ['-c', command], {
        encoding: 'utf8',
        timeout: 10_000,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    failed: (/** @type {string} */ why) => `failed${why}. Set it to a command that prints the value within 10 s.`,
    empty: 'printed nothing.',
  },
}
const ways = /** @type {(keyof typeof elsewhere)[]} */ (Object.keys(elsewhere))

/**
 * The variables with the values that are elsewhere: NAME_FILE gives NAME what the file contains, NAME_COMMAND what the
 * command prints, as from a KMS or a secret store; both without the line break at its end.
 * @param {Record<string, string | undefined>} given
 * @returns {{variables: Record<string, string | undefined>, problems: VariableProblem[]}} a problem quotes neither value nor content
 */
export function resolveVariables(given) {
  const variables = { ...given }
  const problems = variableNames.flatMap((name) => {
    const problem = (/** @type {string} */ text) => [{ name, text }]
    const [way, other] = ways.filter((each) => given[`${name}_${each}`])
    if (!way) return []
    const from = `${name}_${way}`
    const second = given[name] ? name : other && `${name}_${other}`
    if (second) return problem(`${second} and ${from} are both set. Set one of them.`)
    const { read, failed, empty } = elsewhere[way]
    try {
      variables[name] = read(given[from] ?? '').replace(/\r?\n$/, '')
    } catch (error) {
      const { code, status } = /** @type {{code?: string, status?: number}} */ (error)
      const why = code ?? (typeof status === 'number' ? `exit code ${status}` : undefined)
      return problem(`${from} ${failed(why ? ` (${why})` : '')}`)
    }
    return variables[name] === '' ? problem(`${from} ${empty}`) : []
  })
  return { variables, problems }
}

/** Names of variables whose values are secrets, may contain one, or say how the machine is built. */
const hidden = /SECRET|KEY|TOKEN|URL|PROXY|ISSUER|SUBJECTS|CLIENT_ID|DATA|HOST/

/**
 * Each variable, where its value comes from, and the value if anyone may see it.
 * @param {Record<string, string | undefined>} given
 * @returns {{name: string, source: 'set' | 'file' | 'command' | 'default', value?: string}[]}
 */
export const shownVariables = (given) =>
  variableNames.map((name) => {
    if (given[`${name}_FILE`]) return { name, source: 'file' }
    if (given[`${name}_COMMAND`]) return { name, source: 'command' }
    const value = given[name]
    if (!value) return { name, source: 'default' }
    return { name, source: 'set', ...(!hidden.test(name) && { value }) }
  })
