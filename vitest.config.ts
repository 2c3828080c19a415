import { defineBrowserCommand, playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import type { Media } from './components/testing/browser'
import { contextOptions, launchOptions } from './e2e/browser-options.mjs'

const next = new URL('./components/testing/next.tsx', import.meta.url).pathname
const viewport = { width: 1440, height: 900 }

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    testTimeout: 30_000,
    // The default leaves a core free.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['components/**/*.test.ts', 'lib/**/*.test.ts', 'e2e/{agreement,wire}/*.test.ts'] },
      },
      // Real processes from the build, over HTTP.
      { extends: true, test: { name: 'http', include: ['e2e/http/*.test.ts'], testTimeout: 240_000 } },
      {
        extends: true,
        resolve: { alias: { 'next/link': next, 'next/navigation': next } },
        // Found before the tests begin: a dependency that is found later reloads the page under them.
        optimizeDeps: { entries: ['components/**/*.tsx'], include: ['vitest-browser-react', 'axe-core'] },
        test: {
          name: 'component',
          include: ['components/**/*.component.test.tsx'],
          setupFiles: ['./app/globals.css'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            api: { host: '127.0.0.1' },
            viewport,
            // The window is as large as the test's frame, which would be scaled otherwise.
            provider: playwright({ launchOptions, contextOptions: { ...contextOptions, viewport } }),
            instances: [{ browser: 'chromium' }],
            commands: {
              emulateMedia: defineBrowserCommand<[Media]>(({ page }, media) => page.emulateMedia(media)),
            },
          },
        },
      },
    ],
  },
})
