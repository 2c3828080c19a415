/** Whether this console can work, for whatever monitors the process. Says nothing of what it holds. */
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  try {
    await (await runningConsole()).askDatabase()
    return Response.json({ status: 'ok' }, { headers })
  } catch {
    return Response.json({ status: 'database unavailable' }, { status: 503, headers })
  }
}
