import type { Instrumentation } from 'next'

/** Runs once when the console starts, before it answers. Wrong variables or an unusable database end the process here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startUp } = await import('./lib/console/start-up')
  await startUp()
}

/** Runs when a page could not be rendered. */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { runningConsole } = await import('./lib/console/running-console')
  const { pageFailed } = await runningConsole()
  pageFailed(error, { route: routePath, traceparent: headers.traceparent?.toString() ?? null })
}
