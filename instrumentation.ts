/** Runs once when the console starts, before it answers: wrong variables and a database that cannot be used end it here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startUp } = await import('./lib/server/start-up')
  await startUp()
}
