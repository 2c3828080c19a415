import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ['components/**/*.test.ts', 'lib/**/*.test.ts', 'e2e/**/*.test.ts'],
    testTimeout: 30_000,
    // By itself it leaves a core to whoever works beside it.
    maxWorkers: '100%',
  },
})
