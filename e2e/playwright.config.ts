import { defineConfig } from '@playwright/test'
import { contextOptions, launchOptions } from './browser-options.mjs'
import { keepTemporaryFilesInMemory } from './temporary-files.mjs'

keepTemporaryFilesInMemory()

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/approved/{arg}{ext}',
  // One more than the cores of the machines that run this, because a test waits for a fifth of its time. Each worker has
  // consoles and services of its own, which all files share.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Generous: a test must not fail because a machine was busy.
  timeout: 90_000,
  // The timing of browsers and processes is not a test's own. npm test names at its end each test that needed its second
  // try, and fails if these are many.
  retries: 1,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    // Shorter than the test's, so that a failure names the step that hung.
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    viewport: { width: 1440, height: 900 },
    ...contextOptions,
    trace: 'off',
    launchOptions,
  },
})
