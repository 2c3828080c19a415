import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { contextOptions, launchOptions } from './e2e/browser-options.mjs'

const testing = new URL('./components/testing/', import.meta.url).pathname

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    testTimeout: 30_000,
    // The default leaves a core free.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['components/**/*.test.ts', 'lib/**/*.test.ts', 'e2e/**/*.test.ts'] },
      },
      {
        extends: true,
        resolve: { alias: { 'next/link': `${testing}next.tsx`, 'next/navigation': `${testing}next.tsx` } },
        // Found before the tests begin: a dependency that is found later reloads the page under them.
        optimizeDeps: { entries: ['components/**/*.tsx'], include: ['vitest-browser-react'] },
        test: {
          name: 'component',
          include: ['components/**/*.component.test.tsx'],
          setupFiles: ['./app/globals.css'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            api: { host: '127.0.0.1' },
            viewport: { width: 1440, height: 900 },
            provider: playwright({ launchOptions, contextOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
