/** The trace that a request belongs to: W3C Trace Context, or the span of an OpenTelemetry SDK that the operator loaded. */
import { randomBytes } from 'node:crypto'
import { createTraceState, isSpanContextValid, isValidSpanId, isValidTraceId, trace } from '@opentelemetry/api'

export type TraceContext = {
  /** 32 hexadecimal digits; the caller's, or new. */
  traceId: string
  /** 16 hexadecimal digits, of this console's part of the trace. */
  spanId: string
  /** What calls to the provider are sent with. */
  headers: { traceparent?: string; tracestate?: string }
}

/** Members of `tracestate`, its characters in all, and those of a member that goes before others do (Trace Context, 3.3.1). */
const mostMembers = 32
const longestState = 512
const longMember = 128

/** Version, trace, parent and flags (3.2.2). Versions after 00 may say more behind them; ff is none. */
const traceparentForm = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** The caller's trace and whether it is recorded. Anything malformed counts as none (3.2.2.4). */
function callerOf(header: string | null) {
  const [, version, traceId = '', parentId = '', flags = '', rest] = traceparentForm.exec(header?.trim() ?? '') ?? []
  if (!isValidTraceId(traceId) || !isValidSpanId(parentId) || (version === '00' && rest !== undefined)) return undefined
  return { traceId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The caller's `tracestate` without members that are malformed or too many: long ones go first, then the last ones. */
function stateOf(header: string | null): string {
  const members = (header ?? '').split(',', mostMembers).flatMap((member) => member.trim() || [])
  while (members.join(',').length > longestState) {
    const long = members.findIndex((member) => member.length > longMember)
    members.splice(long >= 0 ? long : members.length - 1, 1)
  }
  return createTraceState(members.join(',')).serialize()
}

/**
 * The trace of a request and a new span of this console in it. Within an active span of OpenTelemetry the trace is that
 * span's, and its own instrumentation of undici sends the headers.
 */
export function traceContextOf(headers: Pick<Headers, 'get'>): TraceContext {
  const active = trace.getActiveSpan()?.spanContext()
  if (active && isSpanContextValid(active)) return { traceId: active.traceId, spanId: active.spanId, headers: {} }
  const caller = callerOf(headers.get('traceparent'))
  const traceId = caller?.traceId ?? randomBytes(16).toString('hex')
  const spanId = randomBytes(8).toString('hex')
  const state = caller && stateOf(headers.get('tracestate'))
  return {
    traceId,
    spanId,
    headers: {
      traceparent: `00-${traceId}-${spanId}-${caller?.isSampled ? '01' : '00'}`,
      ...(state && { tracestate: state }),
    },
  }
}
