/** Tells a page what changes at the provider, for as long as it listens. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string }> }

export const GET = async (request: NextRequest, route: Route) => (await runningConsole()).live(request, route)
