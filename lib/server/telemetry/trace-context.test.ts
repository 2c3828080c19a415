/** W3C Trace Context, by the recommendation's own examples and rules (sections 3.2 and 3.3). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, context, ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api'
import { describe, expect, it } from 'vitest'
import { traceContextOf } from './trace-context'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const given = `00-${traceId}-${parentId}-01`

const contextOf = (traceparent: string, tracestate?: string) =>
  traceContextOf(new Headers({ traceparent, ...(tracestate !== undefined && { tracestate }) }))

describe('A trace of the caller', () => {
  it('continues with a new span of ours', () => {
    const { headers, spanId, ...own } = contextOf(given)
    expect(own).toEqual({ traceId })
    expect(spanId).toMatch(/^[\da-f]{16}$/)
    expect(spanId).not.toBe(parentId)
    expect(headers).toEqual({ traceparent: `00-${traceId}-${spanId}-01` })
    expect(contextOf(given).spanId).not.toBe(spanId)
  })
  it.each([
    ['not recorded', `00-${traceId}-${parentId}-00`, '00'],
    ['with flags that we do not know', `00-${traceId}-${parentId}-fe`, '00'],
    ['of a later version with more to say', `cc-${traceId}-${parentId}-01-what-comes-later`, '01'],
  ])('%s is understood', (_, header, flags) => {
    const { headers, spanId } = contextOf(header)
    expect(headers.traceparent).toBe(`00-${traceId}-${spanId}-${flags}`)
  })
  it.each([
    ['absent', ''],
    ['of version ff', `ff-${traceId}-${parentId}-01`],
    ['of zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
    ['with a parent of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['in capitals', given.toUpperCase()],
    ['too short', `00-${traceId.slice(1)}-${parentId}-01`],
    ['with more than version 00 has', `${given}-more`],
    ['sent twice', `${given}, ${given}`],
    ['with other characters', `00-${traceId.slice(1)}g-${parentId}-01`],
  ])('that is %s counts as none: a new one begins, and its state is dropped', (_, header) => {
    const { headers, traceId: own, spanId } = contextOf(header, 'vendor=value')
    expect(own).toMatch(/^[\da-f]{32}$/)
    expect(own).not.toBe(traceId)
    expect(headers).toEqual({ traceparent: `00-${own}-${spanId}-00` })
  })
})

describe('The state of a trace', () => {
  const stateOf = (tracestate: string) => contextOf(given, tracestate).headers.tracestate
  it('is passed on in its order', () => {
    expect(stateOf('rojo=00f067aa0ba902b7, tenant@congo=t61rcWkgMzE')).toBe(
      'rojo=00f067aa0ba902b7,tenant@congo=t61rcWkgMzE',
    )
  })
  it('loses members that are malformed', () => {
    expect(stateOf('a=1,Capital=2,no-value,b=3,c=\u00e9,=4')).toBe('a=1,b=3')
    expect(stateOf('UPPER=1')).toBeUndefined()
  })
  it('has at most 32 members', () => {
    const members = Array.from({ length: 40 }, (_, index) => `m${index}=1`)
    expect(stateOf(members.join(','))).toBe(members.slice(0, 32).join(','))
  })
  it('has at most 512 characters: long members go first, then the last ones', () => {
    const long = `long=${'x'.repeat(130)}`
    const short = Array.from({ length: 6 }, (_, index) => `s${index}=${'y'.repeat(90)}`)
    expect(stateOf([long, ...short].join(','))).toBe(short.slice(0, 5).join(','))
    expect(stateOf(`a=${'z'.repeat(8_000)},b=1`)).toBe('b=1')
  })
})

it("within a span of an operator's OpenTelemetry the trace is its own, and its instrumentation sends the headers", () => {
  const storage = new AsyncLocalStorage<Context>()
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, act, self, ...words) =>
      storage.run(active, () => act.call(self as ThisParameterType<typeof act>, ...words)),
    bind: (_, target) => target,
    enable: () => undefined as never,
    disable: () => undefined as never,
  })
  try {
    const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: TraceFlags.SAMPLED }
    const own = context.with(trace.setSpanContext(ROOT_CONTEXT, span), () => contextOf(given))
    expect(own).toEqual({ traceId: span.traceId, spanId: span.spanId, headers: {} })
    expect(contextOf(given).traceId).toBe(traceId)
  } finally {
    context.disable()
  }
})
