// @ts-check
/**
 * Seeded mutants: twenty faults of which any would cost money, access or secrets, and which the tests must find. `text` is
 * in exactly one source, wherever that is now, and becomes `replacement`. `tests` names the project and a part of the path
 * of the tests that must fail.
 * @typedef {'unit' | 'component' | 'http' | 'e2e'} Project
 * @typedef {{name: string, text: string, replacement: string, tests: readonly [Project, string]}} Mutant
 */

/** @type {readonly Mutant[]} */
export const mutants = [
  {
    name: 'a signed-in person may do everything',
    text: 'if (session.roles.some((role) => row.roles.includes(role))) return',
    replacement: 'if (session.roles.length > 0) return',
    tests: ['http', 'roles'],
  },
  {
    name: 'any site may write',
    text: "if (site ? site === 'same-origin' : origin === settings.origin) return",
    replacement: 'if (site !== null || origin !== null) return',
    tests: ['http', 'roles'],
  },
  {
    name: 'an idle session never ends',
    text: "if (Math.min(idleEnd, absoluteEnd) < now) return idleEnd < absoluteEnd ? 'idle' : 'absolute'",
    replacement: "if (absoluteEnd < now) return 'absolute'",
    tests: ['unit', 'sessions.test'],
  },
  {
    name: 'a session grants whatever its row says',
    text: "return isGenuine(encryption, row) ? undefined : 'unverified'",
    replacement: "return row.id !== '' ? undefined : 'unverified'",
    tests: ['unit', 'auth/sessions'],
  },
  {
    name: 'other machines are let in as demo users',
    text: "loopbackAddress.test(remoteAddress ?? '') &&",
    replacement: "loopbackAddress.test(remoteAddress ?? '') ||",
    tests: ['unit', 'local-only.test'],
  },
  {
    name: 'what one client saw is shown for another one',
    text: 'and client_id = $',
    replacement: 'or client_id = $',
    tests: ['unit', 'records/records.test'],
  },
  {
    name: 'each press sends under a new intent',
    text: 'sendWrite(environment, operation, own.input, intent, reason)',
    replacement: 'sendWrite(environment, operation, own.input, crypto.randomUUID(), reason)',
    tests: ['e2e', 'sending'],
  },
  {
    name: 'a body that differs is taken for the same intent',
    text: 'JSON.stringify(sorted(request))',
    replacement: 'JSON.stringify(typeof sorted(request))',
    tests: ['unit', 'writes/execute.test'],
  },
  {
    name: 'a request that was removed is executed again',
    text: 'if (removal) throw intentRemoved(removal)',
    replacement: 'if (removal?.removed_at === 0) throw intentRemoved(removal)',
    tests: ['unit', 'writes/old-intents'],
  },
  {
    name: 'a request that was changed in the database is sent',
    text: 'if (!isAsked && !ledger.rows.isGenuine(row))',
    replacement: "if (!isAsked && row.id === '')",
    tests: ['unit', 'writes/execute.test'],
  },
  {
    name: 'a 409 without a record confirms',
    text: "if (kind === 'already-exists' && hasOwnReference(write))",
    replacement: "if (kind !== 'request-in-progress')",
    tests: ['unit', 'writes/outcome.test'],
  },
  {
    name: 'a failure of the service refuses a write that may have been done',
    text: 'if (status === 408 || status === 499 || status < 400 || status > 499) return unknown(',
    replacement: 'if (status === 408 || status === 499 || status < 400) return unknown(',
    tests: ['unit', 'writes/outcome.test'],
  },
  {
    name: 'a record with another amount confirms',
    text: 'return isSameText(memberAt(name, here), String(value), String(other)) ? [] : [here]',
    replacement:
      "return here.includes('amount') || isSameText(memberAt(name, here), String(value), String(other)) ? [] : [here]",
    tests: ['unit', 'writes/outcome.test'],
  },
  {
    name: 'decimals pass through a float',
    text: 'const units = BigInt(`',
    replacement: 'const units = ((digits: string) => BigInt(Number(digits)))(`',
    tests: ['unit', 'decimals.test'],
  },
  {
    name: 'long numbers of the service are rounded',
    text: 'if (String(Number(number)) === number || !jsonNumber.test(number) || isName(text, at)) continue',
    replacement: 'if (!Number.isNaN(Number(number))) continue',
    tests: ['unit', 'exact-json.test'],
  },
  {
    name: 'funds that an order holds are spent again',
    text: 'return balance - held',
    replacement: 'return balance < held ? held : balance',
    tests: ['unit', 'engine/balances'],
  },
  {
    name: 'bodies lie open in the database',
    text: "const encrypted = this.#encipher(Buffer.from(text, 'utf8'), place)",
    replacement:
      "if (text !== place[0]) return text\n    const encrypted = this.#encipher(Buffer.from(text, 'utf8'), place)",
    tests: ['unit', 'writes/execute.test'],
  },
  {
    name: 'a secret that the service repeats in a list reaches the browser',
    text: 'const passed = filter.push(chunk)',
    replacement: 'const passed = chunk',
    tests: ['unit', 'upstream/provider-answer'],
  },
  {
    name: 'background calls take the rate that is kept for people',
    text: "(kind === 'background' ? this.#reserved : 0) + 1",
    replacement: "(kind === 'background' ? 0 : 0) + 1",
    tests: ['unit', 'rate.test'],
  },
  {
    name: 'records of a list between two of its pages are lost',
    text: '{ next: rows.at(-1)?.place }',
    replacement: '{ next: found.at(-1)?.place }',
    tests: ['unit', 'records/record-list'],
  },
]
