/** docs/provider.md, "Reading" and "Errors": what the console must survive of a service that is not ours. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMasked } from './members'
import { ProblemError } from './problem'
import {
  nextCursor,
  pageEnd,
  platformSide,
  readIssuerQuote,
  readIssuerQuotePage,
  readRefusal,
  readTransfer,
  readTransferPage,
} from './reading'
import { readFiatAccount, readOrder, readRule } from './records'

const place = { limit: 2, cursors: [] }
const readers = { readTransfer, readIssuerQuote, readOrder, readRule, readFiatAccount }
type Json = Record<string, unknown>

/** Whether a value says nothing: `""`, `null`, absent, or an object of nothing else. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isNothing))

describe('a record', () => {
  test('keeps values that no list of the spec has', () => {
    const raw = { status: 'COMPLETE', direction: 'WITHDRAWAL', type: 'FEDNOW_DEPOSIT', crypto_network: 'TRON' }
    expect(readTransfer(raw).known).toEqual(raw)
    expect(readOrder({ status: 'PARTIALLY_FILLED', market: 'SOLUSD' }).known).toEqual({
      status: 'PARTIALLY_FILLED',
      market: 'SOLUSD',
    })
  })

  test('keeps fields that the spec does not list, separately', () => {
    const { known, other } = readTransfer({ id: 't', risk_score: 3, tags: ['a'], nested: { b: null, c: 0 } })
    expect(known).toEqual({ id: 't' })
    expect(other).toEqual({ risk_score: 3, tags: ['a'], nested: { b: null, c: 0 } })
  })

  test('keeps a known field of another kind separately and unchanged', () => {
    const { known, other, missing } = readTransfer({
      metadata: 'x',
      amount: ['1'],
      secondary_status: 'CUSTOMER_REJECTED',
    })
    expect(known).toEqual({})
    expect(other).toEqual({ metadata: 'x', amount: ['1'], secondary_status: 'CUSTOMER_REJECTED' })
    expect(missing).toContain('amount')
  })

  test('lists missing fields and is not dropped', () => {
    const raw = { id: 't1', status: 'PENDING' }
    const { items } = readTransferPage({ items: [raw, {}] }, place)
    expect(items).toHaveLength(2)
    expect(items[0]?.missing).toEqual([
      'customer_id',
      'profile_id',
      'amount',
      'total',
      'fee',
      'asset',
      'direction',
      'type',
      'created_at',
      'updated_at',
    ])
    expect(items[1]?.missing).toHaveLength(12)
  })

  test('reads the empty text, null and absent as the same', () => {
    const views = [{ ref_id: '', fee: '' }, { ref_id: null, fee: null }, {}].map(readTransfer)
    for (const { known, other, missing } of views)
      expect({ known, other, missing }).toEqual({ ...views[2], raw: undefined })
  })

  test('hides empty objects, known or not', () => {
    const { known, other } = readTransfer({
      auto_conversion: {},
      metadata: { a: '' },
      status_details: { missing_trustline: { message: null } },
      extension: {},
    })
    expect({ known, other }).toEqual({ known: {}, other: {} })
  })

  test('keeps zero, false and empty lists', () => {
    expect(readTransfer({ fee: '0', flag: false, count: 0, list: [] })).toMatchObject({
      known: { fee: '0' },
      other: { flag: false, count: 0, list: [] },
    })
    expect(readOrder({ is_triggered: false }).known).toEqual({ is_triggered: false })
  })

  test('keeps numbers in metadata unchanged', () => {
    expect(readTransfer({ metadata: { batch: 7, desk: 'east', deep: { a: 1 } } }).known.metadata).toEqual({
      batch: 7,
      desk: 'east',
      deep: { a: 1 },
    })
  })

  test('keeps every fraction digit of a time', () => {
    for (const fraction of [
      '',
      '.1',
      '.12',
      '.123',
      '.1234',
      '.12345',
      '.123456',
      '.1234567',
      '.12345678',
      '.123456789',
    ]) {
      const created_at = `2026-11-19T14:31:52${fraction}Z`
      expect(readTransfer({ created_at }).known.created_at).toBe(created_at)
    }
  })

  test('keeps amounts of any length to the digit', () => {
    const amount = `${'9'.repeat(80)}.${'0'.repeat(79)}1`
    expect(readTransfer({ amount, total: '007.50', fee: '.5' }).known).toEqual({ amount, total: '007.50', fee: '.5' })
    expect(readIssuerQuote({ token_principal: '-100.10' }).known.token_principal).toBe('-100.10')
  })

  test('has secondary status, status details and conversion as objects', () => {
    const raw = {
      secondary_status: { name: 'NEW_REASON', detail: 'Because.' },
      status_details: { missing_trustline: { message: 'None.', asset: 'USDG' }, new_condition: { message: 'x' } },
      auto_conversion: { from_transfer_id: 'a', to_transfer_id: 'b' },
    }
    expect(readTransfer(raw).known).toEqual(raw)
  })

  test('keeps the raw answer next to the decoded one', () => {
    for (const read of Object.values(readers))
      for (const raw of [{ id: 'x', rule: { id: 'r' }, fiat_account_owner: {} }, null, 'text', 5, [1]])
        expect(read(raw).raw).toBe(raw)
  })

  test('is safe from prototype names', () => {
    const raw = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":"c","toString":"t","hasOwnProperty":"h","metadata":{"__proto__":"m","valueOf":"v"}}',
    ) as Json
    for (const read of [readTransfer, readOrder, readFiatAccount]) {
      const { known, other } = read(raw)
      expect(Object.keys(other)).toEqual(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(Object.keys(known.metadata ?? {})).toEqual(['__proto__', 'valueOf'])
    }
    expect(({} as Json).polluted).toBeUndefined()
    expect(readTransfer(JSON.parse('{"__proto__":{"id":"t","status":"FAILED"}}')).known).toEqual({})
  })

  test('nested deeper than the stack does not break the page', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as unknown
    expect(Object.keys(readTransfer({ id: 't', deep }).other)).toEqual(['deep'])
  })
})

describe('any JSON at all', () => {
  const names = [
    'id',
    'status',
    'metadata',
    'rule',
    'fiat_account_owner',
    'fiat_network_instructions',
    'is_triggered',
    '__proto__',
  ]
  const nested = fc.dictionary(
    fc.constantFrom('wire', 'status', 'metadata', 'fiat_network_instructions', 'person_details', '__proto__'),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const record = fc.dictionary(
    fc.oneof(fc.constantFrom(...names), fc.string()),
    fc.oneof(nested, fc.jsonValue({ maxDepth: 3 })),
  )
  const json = fc.oneof(fc.jsonValue(), record).map((value) => JSON.parse(JSON.stringify(value)) as unknown)

  test.each(Object.entries(readers))('is read by %s without a throw and without losing a field', (name, read) => {
    fc.assert(
      fc.property(json, (raw) => {
        const { known, other } = read(raw)
        if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return
        for (const [field, value] of Object.entries(raw)) {
          const isWrapper =
            name === 'readRule' && field === 'rule' && typeof value === 'object' && !Array.isArray(value)
          // What these two hold may stand further out in the view; the next test looks at their texts.
          const isLifted = name === 'readFiatAccount' && /^fiat_(account_owner|network_instructions)$/.test(field)
          if (isNothing(value) || isWrapper || isLifted) continue
          if (!Object.hasOwn(known, field) && !Object.hasOwn(other, field)) expect.fail(`${field} is lost.`)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('keeps every text of a fiat account in every nesting', () => {
    const textsOf = (value: unknown): string[] =>
      typeof value === 'string'
        ? value === ''
          ? []
          : [value]
        : typeof value === 'object' && value !== null
          ? Object.values(value).flatMap(textsOf)
          : []
    fc.assert(
      fc.property(record, (raw) => {
        const { known, other } = readFiatAccount(raw)
        const kept = new Set(textsOf([known, other]))
        expect(textsOf(raw).filter((text) => !kept.has(text))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test('as a page is decoded or is a problem, never an empty list', () => {
    const page = fc.oneof(
      json,
      fc.record({ items: json, issuer_quote_executions: json, next_page_cursor: json }, { requiredKeys: [] }),
    )
    fc.assert(
      fc.property(page, (raw) => {
        for (const read of [readTransferPage, readIssuerQuotePage]) {
          try {
            const { items } = read(raw, place)
            const { items: first, issuer_quote_executions: second } = raw as Json
            expect([first, second].some((list) => Array.isArray(list) && list.length === items.length)).toBe(true)
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(ProblemError)
            expect((thrown as ProblemError).problem).toMatchObject({ status: 502 })
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('as the body of an error is read, and its text is plain and short', () => {
    const text = fc.oneof(
      fc.string(),
      json.map((value) => JSON.stringify(value)),
    )
    const type = fc.constantFrom('', 'application/json', 'application/problem+json', 'text/html', 'text/plain')
    fc.assert(
      fc.property(type, text, (contentType, body) => {
        const { detail, kind, requestId } = readRefusal(contentType, body)
        for (const said of [detail, kind, requestId]) {
          expect(said.length).toBeLessThanOrEqual(500)
          expect(said).not.toMatch(/\p{Cc}/u)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a page', () => {
  test('of issuer quotes may come under items', () => {
    expect(readIssuerQuotePage({ items: [{ id: 'q' }] }, place).items[0]?.known.id).toBe('q')
    expect(readIssuerQuotePage({ issuer_quote_executions: [], items: [{ id: 'q' }] }, place).items).toEqual([])
    expect(readIssuerQuotePage({ issuer_quote_executions: null, items: [{ id: 'q' }] }, place).items).toHaveLength(1)
  })

  test('keeps a row for an item that is not a record', () => {
    const { items } = readTransferPage({ items: [null, 'text', 5, [], {}] }, place)
    expect(items.map(({ raw }) => raw)).toEqual([null, 'text', 5, [], {}])
    for (const { missing } of items) expect(missing).toContain('id')
  })

  test.each([null, 'text', 5, [], {}, { items: null }, { items: {} }, { items: 'none' }, { data: [] }])(
    'that is %j is a problem, not an empty list',
    (raw) => {
      expect(() => readTransferPage(raw, place)).toThrow('without a list')
      expect(() => readIssuerQuotePage(raw, place)).toThrow(ProblemError)
    },
  )

  test.each([
    { items: [], error: 'timeout' },
    { items: [{}], errors: [{ message: 'index unavailable' }] },
    { items: [], title: 'Internal', status: 500 },
    { items: [], code: 'FAILED', message: 'Nothing was read.' },
  ])('of %j says that it is an error, and is not a list', (raw) => {
    expect(() => readTransferPage(raw, place)).toThrow('answered with an error')
    expect(() => readIssuerQuotePage(raw, place)).toThrow('answered with an error')
  })

  test('of transfers is not read from another name', () => {
    expect(() => readTransferPage({ issuer_quote_executions: [] }, place)).toThrow(ProblemError)
  })
})

describe('a full page', () => {
  const rows = [{ id: 'a' }, { id: 'b' }]
  test.each([
    [{ items: rows }],
    [{ items: rows, next_page_cursor: null }],
    [{ items: rows, next_cursor: 'c2' }],
    [{ items: rows, next_page_cursor: 7 }],
    [{ items: rows, next_page_cursor: 'c1' }],
  ])('that ends with %j may go on', (page) => {
    expect(readTransferPage(page, { limit: 2, cursors: ['c1'] })).toMatchObject({ mayGoOn: true })
  })
  test('whose cursor is empty is the last', () => {
    expect(pageEnd(2, '', place)).toEqual({})
  })
  test('with a cursor has a next page', () => {
    expect(pageEnd(2, 'c2', place)).toEqual({ next: 'c2' })
  })
  test('that is short or empty is the last, whatever its cursor', () => {
    for (const cursor of [undefined, null, '', 'c2'])
      for (const count of [0, 1]) expect(pageEnd(count, cursor, place)).toEqual({})
    expect(pageEnd(0, undefined, { limit: 0, cursors: [] })).toEqual({})
  })
})

describe('a list ends', () => {
  test('with a short page, whatever its cursor says', () => {
    expect(nextCursor(1, 'c2', { limit: 2, cursors: [] })).toBeUndefined()
  })
  test('without a cursor: absent, null, or empty', () => {
    for (const cursor of [undefined, null, '', 5, {}]) expect(nextCursor(2, cursor, place)).toBeUndefined()
  })
  test('with a cursor already used', () => {
    expect(nextCursor(2, 'c1', { limit: 2, cursors: ['c1', 'c2'] })).toBeUndefined()
    expect(nextCursor(2, 'c2', { limit: 2, cursors: ['c1', 'c2'] })).toBeUndefined()
    expect(nextCursor(2, 'c3', { limit: 2, cursors: ['c1', 'c2'] })).toBe('c3')
  })
  test('with no rows', () => {
    expect(nextCursor(0, 'c2', { limit: 0, cursors: [] })).toBeUndefined()
  })
  test('not with a page that has more rows than asked for', () => {
    expect(nextCursor(3, 'c2', place)).toBe('c2')
  })
  test('even if the service repeats its cursors', () => {
    const circle: Record<string, string> = { start: 'a', a: 'b', b: 'c', c: 'a' }
    const cursors: string[] = []
    let cursor: string | undefined = 'start'
    while (cursor) {
      cursor = readTransferPage({ items: [{}, {}], next_page_cursor: circle[cursor] }, { limit: 2, cursors }).next
      if (cursor) cursors.push(cursor)
    }
    expect(cursors).toEqual(['a', 'b', 'c'])
  })
})

describe('a fiat account', () => {
  const wire = { account_number: 'XXXX4512', routing_details: { bank_name: 'First', routing_number: '021000021' } }
  const owner = { person_details: { first_name: 'Ada', last_name: 'Byron' } }
  const rest = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', created_at: '2026-11-19T14:31:52Z', color: 'blue' }
  const status = 'APPROVED'
  const metadata = { desk: 'east', batch: 7 }
  const nestings = {
    'instructions at the top': {
      ...rest,
      status,
      metadata,
      fiat_account_owner: owner,
      fiat_network_instructions: { wire },
    },
    'instructions inside the owner': {
      ...rest,
      status,
      metadata,
      fiat_account_owner: { ...owner, fiat_network_instructions: { wire } },
    },
    'status and metadata beside wire': {
      ...rest,
      fiat_account_owner: { ...owner, fiat_network_instructions: { wire, status, metadata } },
    },
    'status and metadata inside wire': {
      ...rest,
      fiat_account_owner: { ...owner, fiat_network_instructions: { wire: { ...wire, status, metadata } } },
    },
  }
  test.each(Object.entries(nestings))('with %s gives the same view', (_, raw) => {
    expect(readFiatAccount(raw)).toEqual({
      known: {
        id: rest.id,
        created_at: rest.created_at,
        status,
        metadata,
        fiat_account_owner: owner,
        fiat_network_instructions: { wire },
      },
      other: { color: 'blue' },
      missing: [],
      raw,
    })
  })

  test.each(Object.entries(nestings))('with %s gives the same view under another network', (_, raw) => {
    const under = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"wire"', '"rtp"')) as unknown
    const wanted = readFiatAccount(nestings['instructions at the top'])
    expect(readFiatAccount(under(raw)).known).toEqual(under(wanted.known))
  })

  test('with empty members in another nesting reads alike', () => {
    const { known } = readFiatAccount({
      ...nestings['status and metadata inside wire'],
      status: '',
      metadata: {},
      fiat_network_instructions: null,
    })
    expect(known).toEqual(readFiatAccount(nestings['instructions at the top']).known)
  })

  test('of an institution, without instructions, names the missing members', () => {
    const { known, missing } = readFiatAccount({ id: 'f', fiat_account_owner: { institution_details: { name: 'A' } } })
    expect(known.fiat_account_owner).toEqual({ institution_details: { name: 'A' } })
    expect(missing).toEqual(['fiat_network_instructions', 'status', 'created_at'])
  })

  test('with contradicting members shows the outer one and keeps the inner one', () => {
    const { known } = readFiatAccount({
      status: 'APPROVED',
      fiat_network_instructions: { wire, status: 'PENDING' },
      fiat_account_owner: { ...owner, fiat_network_instructions: { wire: { account_number: '1' } } },
    })
    expect(known).toEqual({
      status: 'APPROVED',
      fiat_network_instructions: { wire, status: 'PENDING' },
      fiat_account_owner: { ...owner, fiat_network_instructions: { wire: { account_number: '1' } } },
    })
  })

  test('with parts of another kind keeps them separately', () => {
    const raw = { fiat_account_owner: 'Ada', fiat_network_instructions: 'by wire', status: 'PENDING' }
    expect(readFiatAccount(raw)).toMatchObject({
      known: { status: 'PENDING' },
      other: { fiat_account_owner: 'Ada', fiat_network_instructions: 'by wire' },
    })
    expect(readFiatAccount({ fiat_network_instructions: { wire: '0123' } }).known).toEqual({
      fiat_network_instructions: { wire: '0123' },
    })
  })

  test('may come with a masked account number', () => {
    for (const number of ['XXXX4512', '****4512', '••••4512', 'xxxxxx12', 'GB33XXXXXX5678'])
      expect(isMasked(number)).toBe(true)
    for (const number of ['000123456789', 'GB33BUKB20201555555555', 'MX1', '']) expect(isMasked(number)).toBe(false)
  })
})

describe('a platform transfer', () => {
  test('is any transfer named so, except INTERNAL', () => {
    expect(platformSide('PLATFORM_TRANSFER_DEBIT')).toBe('DEBIT')
    expect(platformSide('ACME_TRANSFER_CREDIT')).toBe('CREDIT')
    expect(platformSide('ACME_BANK_TRANSFER_CREDIT')).toBe('CREDIT')
    for (const type of ['INTERNAL_TRANSFER_DEBIT', 'INTERNAL_TRANSFER_CREDIT', 'WIRE_DEPOSIT', '_TRANSFER_DEBIT', ''])
      expect(platformSide(type)).toBeUndefined()
  })
})

describe('an order', () => {
  test('may lack created_at', () => {
    expect(readOrder({ id: 'o', status: 'REJECTED' })).toMatchObject({ known: { id: 'o', status: 'REJECTED' } })
    expect(readOrder({ id: 'o' }).missing).toContain('created_at')
  })
  test('has no quote_amount where it is an empty text', () => {
    expect(readOrder({ quote_amount: '' }).known).toEqual({})
  })
})

describe('a rule', () => {
  const rule = { id: 'rule_abc123', source: { fiat: { network: 'WIRE' } } }
  test('is the same alone or inside `rule`, with its status inside or next to it', () => {
    for (const raw of [
      { ...rule, status: 'ACTIVE' },
      { rule: { ...rule, status: 'ACTIVE' } },
      { rule, status: 'ACTIVE' },
    ]) {
      expect(readRule(raw)).toMatchObject({ known: rule, other: { status: 'ACTIVE' }, raw })
    }
  })
  test('that is empty or no object lists all missing fields', () => {
    for (const raw of [{ rule: {} }, { rule: null }, {}, null, []]) expect(readRule(raw).missing).toContain('ref_id')
    expect(readRule({ rule: 'text' }).other).toEqual({ rule: 'text' })
  })
})

describe('a refusal', () => {
  const json = (value: unknown) => readRefusal('application/json', JSON.stringify(value))

  test('as problem+json has its kind, detail, meta and fields', () => {
    const existing = { id: 'o1', amounts: [1, { deep: null }] }
    const body = {
      type: 'https://errors.example/problems/already-exists',
      title: 'Exists',
      status: 200,
      detail: 'A record with this ref_id exists.',
      meta: { existing },
      errors: [{ field: 'ref_id', message: 'Used already.' }],
      request_id: 'req_1',
    }
    for (const type of ['application/problem+json', 'application/json', '', 'text/plain']) {
      expect(readRefusal(type, JSON.stringify(body))).toEqual({
        kind: 'already-exists',
        detail: 'A record with this ref_id exists.',
        meta: { existing },
        errors: [{ field: 'ref_id', message: 'Used already.' }],
        requestId: 'req_1',
      })
    }
  })

  test('of a token (RFC 6749) has its error as kind', () => {
    expect(json({ error: 'invalid_scope', error_description: 'Not granted.' })).toMatchObject({
      kind: 'invalid_scope',
      detail: 'Not granted.',
    })
    expect(json({ error: 'invalid_client' })).toMatchObject({ kind: 'invalid_client', detail: '' })
  })

  test('as code and message has both', () => {
    expect(json({ code: 'E42', message: 'No.' })).toMatchObject({ kind: 'E42', detail: 'No.' })
    expect(json({ code: 7, message: 'No.' })).toMatchObject({ kind: '', detail: 'No.' })
  })

  test('as plain text, also as a JSON text, is that text', () => {
    expect(readRefusal('text/plain', 'upstream busy').detail).toBe('upstream busy')
    expect(readRefusal('', '"upstream busy"').detail).toBe('upstream busy')
  })

  test('without content is empty', () => {
    for (const text of ['', '   ', 'null', '[]', '404', 'true', '{}', '{"detail":null,"errors":null,"meta":null}'])
      expect(readRefusal('application/json', text)).toEqual({
        kind: '',
        detail: '',
        meta: {},
        errors: [],
        requestId: '',
      })
  })

  test('never quotes HTML, wherever it is', () => {
    const html = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>'
    const said = [
      readRefusal('text/html', html),
      readRefusal('text/plain', html),
      readRefusal('', `\ufeff \n${html}`),
      readRefusal('text/plain', `Bad gateway ${html}`),
      readRefusal('text/html; charset=utf-8', 'Bad gateway'),
      readRefusal('application/xml', 'x'),
      json({ detail: html }),
      json({ message: `Upstream said: ${html}` }),
      json({ title: html, type: html, request_id: html }),
      json(html),
    ]
    for (const refusal of said) expect(JSON.stringify(refusal)).not.toMatch(/<|alert|Bad gateway/)
  })

  test('keeps a sentence that only names something in angle brackets', () => {
    expect(json({ detail: 'The <id> must be < 5.' }).detail).toBe('The <id> must be < 5.')
  })

  test('has no control characters and is at most 500 characters long', () => {
    expect(json({ detail: 'a\u0000b\u001b[31mc\r\nd\u0085e\t' }).detail).toBe('a b [31mc d e')
    expect(readRefusal('text/plain', 'x'.repeat(5000)).detail).toBe(`${'x'.repeat(499)}…`)
  })

  test('ignores members of wrong kinds and keeps the others', () => {
    expect(
      json({
        type: 5,
        title: ['x'],
        detail: { a: 1 },
        meta: 'x',
        errors: [{ field: 'a', message: 'Wrong.' }, null, { field: 5 }],
      }),
    ).toEqual({ kind: '', detail: '', meta: {}, errors: [{ field: 'a', message: 'Wrong.' }], requestId: '' })
  })
})
