import { readFileSync } from 'node:fs'
import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { takeSignals } from './lib/server/take-signals.mjs'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

/**
 * The name of this build. A tab that was opened under another build loads the next page whole instead of taking parts of two
 * builds; drafts survive that. `npm run build` names it after the sources. A console that starts must use the name that was
 * built in, whatever the sources have become since.
 * @param {string} phase
 */
function deploymentId(phase) {
  if (phase !== PHASE_PRODUCTION_SERVER) return process.env.NEXT_DEPLOYMENT_ID
  const built = new URL('.next/required-server-files.json', import.meta.url)
  return JSON.parse(readFileSync(built, 'utf8')).config.deploymentId
}

/** @type {(phase: string) => import('next').NextConfig} */
export default (phase) => {
  // The first of our code that `next start` runs. Until the console is open nothing has to be ended.
  if (phase === PHASE_PRODUCTION_SERVER) {
    takeSignals(() => process.exit(0))
    // Standard output is for the log's JSON lines, which are not written by `console`.
    console.log = console.error
  }
  return configOf(phase)
}

/** @type {(phase: string) => import('next').NextConfig} */
const configOf = (phase) => ({
  deploymentId: deploymentId(phase),
  // `next start` does not serve it, so only the image has it (lib/commands/build-image.mjs).
  output: process.env.MINTDESK_STANDALONE === '1' ? 'standalone' : undefined,
  poweredByHeader: false,
  // Said by the metrics.
  env: { MINTDESK_VERSION: version, MINTDESK_BUILD: deploymentId(phase) ?? '' },
  // There are no images to resize, so the optimizer's route is off.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Native or dynamic modules, loaded by Node unbundled.
  serverExternalPackages: [
    '@photostructure/sqlite',
    'pg',
    'kysely',
    'undici',
    'pino',
    'prom-client',
    '@opentelemetry/api',
  ],
  // Pages contain no records: data calls load them, each with its own check. A visited page can therefore be reused.
  experimental: {
    staleTimes: { dynamic: 300, static: 300 },
    // While the console cannot be reached, a step to another page waits instead of leaving for the browser's error page.
    useOffline: true,
  },
})
