/** Changes a note: assigns it, marks it as done, opens it again, or corrects it. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string; id: string }> }

export const POST = async (request: NextRequest, route: Route) =>
  (await runningConsole()).notes.changeNote(request, route)
