/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
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
}
