/** Marks of the notes on many records; adds a note. */
import type { NextRequest } from 'next/server'
import { runningConsole } from '@/lib/server/running-console'

export const dynamic = 'force-dynamic'

type Route = { params: Promise<{ environment: string }> }

export const GET = async (request: NextRequest, route: Route) =>
  (await runningConsole()).notes.listNoteMarks(request, route)

export const POST = async (request: NextRequest, route: Route) => (await runningConsole()).notes.addNote(request, route)
