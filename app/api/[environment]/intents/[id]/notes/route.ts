/** Records a person's note on the outcome of a request. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string; id: string }> }

export const POST = async (request: NextRequest, route: Route) =>
  (await runningConsole()).activity.noteIntent(request, route)
