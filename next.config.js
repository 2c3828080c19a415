/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // `npm test` checks the types itself, before it builds.
  typescript: { ignoreBuildErrors: process.env.TYPES_ARE_CHECKED === '1' },
  // There are no images to resize, so the optimizer's route is off.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Native or dynamic modules, loaded by Node unbundled.
  serverExternalPackages: ['@photostructure/sqlite', 'pg', 'kysely', 'undici', 'pino'],
  // Pages contain no records: data calls load them, each with its own check. A visited page can therefore be reused.
  experimental: {
    staleTimes: { dynamic: 300, static: 300 },
    // While the console cannot be reached, a step to another page waits instead of leaving for the browser's error page.
    useOffline: true,
  },
  async headers() {
    const everywhere = [
      { key: 'X-Content-Type-Options', value: 'nosniff' },
      { key: 'X-Frame-Options', value: 'DENY' },
      { key: 'Referrer-Policy', value: 'same-origin' },
      { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
      { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
      { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
    ]
    // Pages get their policy, with a nonce, from proxy.ts. Data calls may run nothing.
    const nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    return [
      { source: '/:path*', headers: everywhere },
      { source: '/api/:path*', headers: [{ key: 'Content-Security-Policy', value: nothing }] },
    ]
  },
}
