/** Runs once when the console starts, before it answers. Wrong variables or an unusable database end the process here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startUp } = await import('./lib/server/start-up')
  await startUp()
}
