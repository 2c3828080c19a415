/** One request of a browser: what handlers learn of it and the log says of it. */
import type { Environment } from '../../provider/environments'
import type { Act, Requester } from '../audit/audit'
import type { Log } from '../telemetry/log'
import { type TraceContext, traceContextOf } from '../telemetry/trace-context'
import type { UpstreamTiming } from '../upstream/upstream'
import { addressHeader } from './client-address'

/** What is read of a request, whether it came through Next or not. */
export type ConsoleRequest = Pick<Request, 'method' | 'url' | 'signal' | 'body'> & {
  headers: Pick<Headers, 'get' | 'has'>
}

export class RequestContext implements Requester {
  readonly id = `req_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  readonly request: ConsoleRequest
  /** The row of the proxy, or what one of the console's own addresses does. */
  operation: string
  environment: Environment | undefined
  /** The recorded request that this one sends, checks or shows. */
  intent: string | undefined
  /** Who is signed in. */
  session: Requester['session']
  /** What the audit log has of it if it fails: once it has begun, and before if it is refused. Reads leave nothing. */
  act: Act | undefined
  hasRefusal = false
  readonly trace: TraceContext
  /** How the provider answered. */
  readonly upstream: UpstreamTiming

  constructor(
    request: ConsoleRequest,
    operation: string,
    private readonly log: Log,
  ) {
    this.request = request
    this.operation = operation
    this.trace = traceContextOf(request.headers)
    this.upstream = { trace: this.trace.headers, askedBy: this.id }
  }

  get subject(): string | undefined {
    return this.session?.subject
  }

  get address(): string {
    return this.request.headers.get(addressHeader) ?? ''
  }

  /**
   * Whether a person asked, and not a page in the background. The request says so itself: it only ever decides what such a
   * claim takes from it, such as a longer session and the calls that are kept for people, never what is audited.
   */
  get isPersonal(): boolean {
    return !this.request.headers.has('x-mintdesk-background')
  }

  /** Notes that this request was refused for a reason that matters to security. */
  refused(event: string, more: object = {}): void {
    const { id, trace, operation, environment, subject } = this
    this.act = { act: event, kind: operation }
    this.log.warn(
      { request_id: id, trace_id: trace.traceId, event, operation, environment, subject, ...more },
      'security',
    )
  }

  /** Logs the one line of this request. `failure` says what failed, if something did. */
  finished(status: number, millis: number, failure: object): void {
    const { id, trace, operation, environment, intent, subject, upstream, request } = this
    const line = {
      request_id: id,
      trace_id: trace.traceId,
      span_id: trace.spanId,
      method: request.method,
      operation,
      environment,
      ...(intent && { intent }),
      subject,
      status,
      duration_ms: Math.round(millis),
      ...(upstream.status !== undefined && { upstream_status: upstream.status }),
      ...(upstream.millis !== undefined && { upstream_ms: Math.round(upstream.millis) }),
      ...(upstream.requestId && { upstream_request_id: upstream.requestId }),
      ...failure,
    }
    if (status >= 500) this.log.error(line, 'request')
    else this.log.info(line, 'request')
  }
}
