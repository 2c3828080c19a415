/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // No picture here is resized; what is not used need not answer.
  images: { unoptimized: true },
  reactStrictMode: true,
  // `npm test` and `npm run check` check them; whoever starts the console need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // Native or dynamic inside: loaded by Node as they are.
  serverExternalPackages: ['@photostructure/sqlite', 'pg', 'kysely', 'undici', 'pino'],
  // Pages hold no records: those are read by data calls, each checked for itself. So a page that was open is open at once.
  experimental: { staleTimes: { dynamic: 300, static: 300 } },
  async headers() {
    const everywhere = [
      { key: 'X-Content-Type-Options', value: 'nosniff' },
      { key: 'X-Frame-Options', value: 'DENY' },
      { key: 'Referrer-Policy', value: 'same-origin' },
      { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
      { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
      { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
    ]
    // Pages get their policy with a nonce from proxy.ts; what is no page runs nothing at all.
    const nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    return [
      { source: '/:path*', headers: everywhere },
      { source: '/api/:path*', headers: [{ key: 'Content-Security-Policy', value: nothing }] },
    ]
  },
}
