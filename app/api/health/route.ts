/** Health check for monitoring. It reveals no data. */
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
