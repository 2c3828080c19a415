import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { HoldProvider } from '@/components/hold/hold-notes'
import { PageClocks, PageTeam, Queries } from '@/components/shell/session'
import { Shell } from '@/components/shell/shell'
import { TeamName } from '@/components/shell/team-name'
import { PreferencesProvider } from '@/components/ui/preferences'
import { readPreferences } from '@/lib/browser/preferences'
import { frameSession, holdSummary } from '@/lib/console/page-session'

type LayoutProps = { params: Promise<{ environment: string }>; children: ReactNode }

export default async function Layout({ params, children }: LayoutProps) {
  const { clocks, isConfigured, isBuiltIn, team, ...session } = await frameSession((await params).environment)
  const hold = await holdSummary()
  const jar = await cookies()
  const preferences = readPreferences((name) => jar.get(name)?.value)
  return (
    <PreferencesProvider initial={preferences}>
      <Queries>
        <HoldProvider initial={hold}>
          <PageClocks environment={session.environment} clocks={clocks} />
          <PageTeam isBuiltIn={isBuiltIn} team={team} />
          <Shell {...session} isNeutral={!isConfigured} teamName={<TeamName {...team} />}>
            {children}
          </Shell>
        </HoldProvider>
      </Queries>
    </PreferencesProvider>
  )
}
