import { defineBrowserCommand, playwright } from '@vitest/browser-playwright'
import type { BrowserCommands } from 'vitest/browser'
import { defineConfig } from 'vitest/config'
import { contextOptions, launchOptions } from './e2e/browser-options.mjs'
import { keepTemporaryFilesInMemory } from './e2e/temporary-files.mjs'

keepTemporaryFilesInMemory()

const next = new URL('./components/testing/next.tsx', import.meta.url).pathname
const viewport = { width: 1440, height: 900 }

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    // What waits for ever fails; how fast a machine is decides nothing.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // The default gives up after 1 s, which a busy machine may need.
    expect: { poll: { timeout: 15_000 } },
    // See e2e/playwright.config.ts.
    retry: 1,
    // The default leaves a core free.
    maxWorkers: '100%',
    projects: [
      // Without isolation a worker imports each module once, which halves the time: these tests leave nothing behind.
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['{components,lib}/**/*.test.ts', 'e2e/wire/*.test.ts'],
          setupFiles: './e2e/property-seed.ts',
        },
      },
      // Requests over HTTP, most of them to processes from the build.
      {
        extends: true,
        test: {
          name: 'http',
          isolate: false,
          include: ['e2e/{http,agreement}/*.test.ts'],
          setupFiles: './e2e/property-seed.ts',
          testTimeout: 240_000,
        },
      },
      // Containers of the image, by `npm run campaign -- --only=image` only.
      { extends: true, test: { name: 'image', include: ['e2e/image/*.test.ts'], testTimeout: 120_000 } },
      {
        extends: true,
        resolve: { alias: { 'next/navigation': next } },
        // Found before the tests begin: a dependency that is found later reloads the page under them.
        // React as people get it: its development build takes a third of the time to note where elements were made.
        optimizeDeps: {
          entries: ['components/**/*.tsx'],
          include: ['vitest-browser-react', 'axe-core'],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
        },
        oxc: { jsx: { development: false } },
        test: {
          name: 'component',
          include: ['components/**/*.component.test.tsx'],
          // What is waited for in vain takes all of it, at each try.
          testTimeout: 60_000,
          setupFiles: ['./app/globals.css', './components/testing/clock.ts'],
          // What a test waits for is there after the next render; the default looks every 50 ms.
          expect: { poll: { interval: 10 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            api: { host: '127.0.0.1' },
            viewport,
            // The window is as large as the test's frame, which would be scaled otherwise. Nothing moves: a click waits
            // until its target is still, 200 ms in every popover. The journeys in e2e click what moves.
            provider: playwright({
              launchOptions,
              contextOptions: { ...contextOptions, viewport, reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
            commands: {
              emulateMedia: defineBrowserCommand<Parameters<BrowserCommands['emulateMedia']>>(({ page }, media) =>
                page.emulateMedia(media),
              ),
            },
          },
        },
      },
    ],
  },
})
