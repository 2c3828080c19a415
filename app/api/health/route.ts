/** Whether this console can work: for whoever watches over the process. Says nothing of what it holds. */
import { databaseAnswers } from '@/lib/server/store'

export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  try {
    await databaseAnswers()
    return Response.json({ status: 'ok' }, { headers })
  } catch {
    return Response.json({ status: 'database unavailable' }, { status: 503, headers })
  }
}
