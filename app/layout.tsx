import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { DraftRetention } from '@/components/shell/draft-retention'
import { readPreferences } from '@/lib/browser/preferences'
import { draftDays } from '@/lib/console/page-session'
import { addressEnvironment } from './address-environment'
import './globals.css'

const environmentOfPage = async () => (await addressEnvironment()) ?? 'sandbox'

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: 'Mintdesk',
    description: 'Operations console for stablecoin treasuries',
    icons: { icon: `/favicon-${await environmentOfPage()}.svg` },
    robots: { index: false, follow: false },
  }
}

export default async function Layout({ children }: { children: ReactNode }) {
  // Every page is rendered per request: its content security policy has a nonce.
  await connection()
  const jar = await cookies()
  const { theme, density, keys } = readPreferences((name) => jar.get(name)?.value)
  return (
    <html
      lang="en"
      data-env={await environmentOfPage()}
      data-density={density}
      data-keys={keys}
      data-draft-days={await draftDays()}
      data-theme={theme === 'system' ? undefined : theme}
      suppressHydrationWarning
    >
      <body>
        <DraftRetention />
        {children}
      </body>
    </html>
  )
}
