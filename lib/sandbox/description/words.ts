/** What the document says in words: what each operation does, and the rules that JSON Schema cannot say. */
import type { OperationName } from '../../api/operations'

/**
 * Rules beyond the schemas. A request that breaks one of these fits the schemas and is answered 400 all the same;
 * nothing else is (a test holds it).
 */
export const wordedRules = {
  'filters-that-go-alone':
    'Spec, rule 1: "`profile_ids`, `identity_ids`, `ref_ids`, `account_ids`, `ids` and `type` can be combined only with ' +
    '`created_at.*` or `updated_at.*` filters." Read literally: at most one of these six, and beside it no ' +
    '`statuses`, `secondary_statuses`, `group_ids` or `crypto_tx_hashes`.',
  'order-by-of-the-filtered-time':
    'Spec, rule 2: "When `order_by` and a timestamp filter are both given, `order_by` must match the filter’s timestamp ' +
    'type. For example `updated_at.gte` with `order_by=CREATED_AT` is an invalid pairing."',
  'cursor-of-the-same-question':
    'A `page_cursor` goes only with the filters and the order that it came with; another `limit` is allowed.',
  'expiry-after-ten-seconds':
    'Spec: "A GTT order needs an expiry more than 10 seconds after placement, otherwise the order is rejected." ' +
    'The clock is the one in the `Date` header, and a `ref_id` that is in force is told first.',
  'range-that-ends-after-it-begins':
    '`created_range.end` cannot be before `created_range.begin`; the spec does not say what such a range would give.',
  'names-that-are-listed': 'A query name that is not listed is refused.',
  'one-value-once':
    'A parameter that takes one value is refused when it comes twice, and when it is empty. Arrays repeat the name; commas are data.',
  'numbers-in-digits': '`limit` is written in digits: `100`, not `1e2` or `100.0`.',
} as const
export type WordedRule = keyof typeof wordedRules

/** What holds for every operation. */
export const commonRules: readonly WordedRule[] = ['names-that-are-listed', 'one-value-once', 'numbers-in-digits']

export const tags = {
  Tokens: 'OAuth 2 client credentials.',
  Transfers: 'Crypto, wire, bank, internal and platform transfers.',
  Orders: 'Exchange orders on a profile in a fixed set of markets.',
  'Fiat accounts': 'Wire accounts that belong to an identity or account.',
  'Orchestration rules': 'Rules that automatically convert one asset to another, from a source to a destination.',
  'Issuer quotes': 'Quotes of issuers that were executed.',
  Sandbox: 'What only a sandbox has.',
} as const

/** Of each operation: where it stands, what it does, and which rules its schemas cannot say. */
export type Words = {
  tag: keyof typeof tags
  about: string
  rules: readonly WordedRule[]
  /** What the answer of a success is. */
  success: string
  /** The defaults of parameters. */
  defaults?: Record<string, unknown>
}

export const operationWords: Record<OperationName, Words> = {
  listTransfers: {
    tag: 'Transfers',
    about:
      'Transfers that match all filters. `order` is ASC by default where `order_by` is UPDATED_AT, otherwise DESC. ' +
      '`order_by` is UPDATED_AT by default where only `updated_at.*` filters are given, otherwise CREATED_AT. ' +
      '"When fewer items come back than `limit`, there is no next page" (rule 3).',
    rules: ['filters-that-go-alone', 'order-by-of-the-filtered-time', 'cursor-of-the-same-question'],
    success: 'One page.',
    defaults: { limit: 100 },
  },
  getTransfer: { tag: 'Transfers', about: 'One transfer by its ID.', rules: [], success: 'The transfer.' },
  createOrder: {
    tag: 'Orders',
    about:
      'Places an order on a profile. The answer is `SUBMITTED` unless `await_fill_millis` lets it resolve: "When ' +
      '`await_fill_millis` is non-zero, the create-order call returns only once the order has filled completely or the ' +
      'wait time has elapsed." A repeated `ref_id` is answered 409 with the order that has it.',
    rules: ['expiry-after-ten-seconds'],
    success: 'The order as it stands.',
  },
  createFiatAccount: {
    tag: 'Fiat accounts',
    about:
      'Creates a fiat account, which is then reviewed. A repeated `ref_id` is answered 409 with the account that has it.',
    rules: [],
    success: 'The account, PENDING.',
  },
  updateFiatAccount: {
    tag: 'Fiat accounts',
    about:
      'Changes a fiat account. What is left out stays as it is. Where the account itself changes, it is reviewed again.',
    rules: [],
    success: 'The account as it is now.',
  },
  createRule: {
    tag: 'Orchestration rules',
    about:
      'Creates a rule. The service makes the address, the ids and the memo of its source, whatever was left out; a fiat ' +
      'source’s `memo_id` is what a deposit must carry. A repeated `ref_id` is answered 409 with the rule that has it.',
    rules: [],
    success: 'The rule.',
  },
  initiateSandboxFiatDeposit: {
    tag: 'Sandbox',
    about:
      'Simulates an incoming fiat deposit. It comes as a WIRE_DEPOSIT with the memo. The memo of a rule credits the ' +
      'rule’s profile and runs the rule. It has no `ref_id`: each request is one more deposit.',
    rules: [],
    success: 'Nothing more; the deposit is found in the list of transfers.',
  },
  listIssuerQuotes: {
    tag: 'Issuer quotes',
    about: 'Issuer quote executions that match all filters, sorted by creation time.',
    rules: ['range-that-ends-after-it-begins', 'cursor-of-the-same-question'],
    success: 'One page.',
    defaults: { limit: 100, order: 'DESC' },
  },
}

const listOf = (rules: readonly WordedRule[]) => rules.map((rule) => `- ${wordedRules[rule]}`).join('\n')

/** An operation's description, in Markdown. */
export function wordsFor(name: OperationName): string {
  const { about, rules } = operationWords[name]
  return rules.length === 0 ? about : `${about}\n\nBeyond the schema:\n${listOf(rules)}`
}

/** The description of the whole service, in Markdown. */
export const introduction = `The sandbox of Mintdesk: a stateful service that follows the interface specification to the letter, for building \
and rehearsing against. Nothing here moves money.

**Tokens.** \`POST /oauth2/token\` with the client \`demo-client\` and its secret \`demo-secret\`, then \`Authorization: \
Bearer …\`. Each operation names the scope it needs.

**Conventions.** Amounts are strings holding decimal numbers. Timestamps are RFC 3339. Identifiers are usually UUIDs. A \
list ends with a page that is shorter than its \`limit\`.

**Strict.** Names that are not listed are refused, in queries and in bodies. Order of checks: 401, 403 for the scope, 404 \
of the path’s object or 400 of the input, then the business rule (403). A path that is not here is answered 404, another \
method 405 with \`Allow\`, a body over 64 KiB 413. What no schema can say:
${listOf(commonRules)}

**Refusals** are \`application/problem+json\` (RFC 9457) with \`request_id\`, which is also the header \`X-Request-Id\`, and \
\`errors\` where fields are to blame; those of the token endpoint follow RFC 6749. Go by the status and by the last segment \
of \`type\`, never by the text.`
