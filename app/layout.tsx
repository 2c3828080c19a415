import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { isEnvironment } from '@/lib/api/environments'
import { readPreferences } from '@/lib/browser/preferences'
import './globals.css'

/** The environment that the address names; the sandbox where it names none. */
async function environmentOfAddress() {
  const named = (await headers()).get('x-mintdesk-environment')
  return isEnvironment(named) ? named : 'sandbox'
}

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: 'Mintdesk',
    description: 'Operations console for stablecoin treasuries',
    icons: { icon: `/favicon-${await environmentOfAddress()}.svg` },
    robots: { index: false, follow: false },
  }
}

export default async function Layout({ children }: { children: ReactNode }) {
  // Every page is made at its request: its policy carries a nonce.
  await connection()
  const kept = await cookies()
  const { theme, density, keys } = readPreferences((name) => kept.get(name)?.value)
  return (
    <html
      lang="en"
      data-env={await environmentOfAddress()}
      data-density={density}
      data-keys={keys}
      data-theme={theme === 'system' ? undefined : theme}
      suppressHydrationWarning
    >
      <body>{children}</body>
    </html>
  )
}
