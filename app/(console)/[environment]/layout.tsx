import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { Queries } from '@/components/shell/queries'
import { Shell } from '@/components/shell/shell'
import { themeCookie, themeOf } from '@/components/shell/theme'
import { pageSession } from '@/lib/server/page-session'

type LayoutProps = { params: Promise<{ environment: string }>; children: ReactNode }

export default async function Layout({ params, children }: LayoutProps) {
  const session = await pageSession((await params).environment)
  const theme = themeOf((await cookies()).get(themeCookie)?.value)
  return (
    <Queries>
      <Shell {...session} theme={theme}>
        {children}
      </Shell>
    </Queries>
  )
}
