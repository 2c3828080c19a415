/**
 * Runs before every page: sets a content security policy with a nonce, and tells the root layout the address.
 * It authorises nothing: each page and each data request checks for itself.
 */
import { type NextRequest, NextResponse } from 'next/server'
import { isEnvironment } from './lib/provider/environments'

/** Where browsers report breaches of the policy, if anywhere; checked when the console starts (settings.ts). */
const collector = process.env.CSP_REPORT_URL

function policy(nonce: string): string {
  const isDevelopment = process.env.NODE_ENV === 'development'
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
    ...(collector ? ['report-to csp'] : []),
  ].join('; ')
}

export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const security = policy(nonce)
  const headers = new Headers(request.headers)
  const { pathname, search } = request.nextUrl
  const [, first] = pathname.split('/')
  headers.set('x-nonce', nonce)
  headers.set('x-mintdesk-environment', isEnvironment(first) ? first : '')
  headers.set('x-mintdesk-path', `${pathname}${search}`)
  headers.set('content-security-policy', security)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', security)
  // Only the person who asked may see the page.
  response.headers.set('cache-control', 'private, no-store')
  if (collector) response.headers.set('reporting-endpoints', `csp="${collector}"`)
  return response
}

// Everything except data requests and files. Prefetches too, or a header could switch the policy off.
export const config = { matcher: ['/((?!api/|_next/static/|favicon-(?:sandbox|production)\\.svg$).*)'] }
