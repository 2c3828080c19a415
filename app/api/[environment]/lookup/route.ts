/** Finds the transfers and requests that have what a person pasted. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string }> }

export const POST = async (request: NextRequest, route: Route) =>
  (await runningConsole()).reading.lookup(request, route)
