import type { ReactNode } from 'react'
import { TransferMoves } from '@/components/transfers/transfer-moves'
import { activityReaders } from '@/lib/api/console/intents'
import { pageSession } from '@/lib/server/page-session'

type LayoutProps = { params: Promise<{ environment: string }>; children: ReactNode }

export default async function Layout({ params, children }: LayoutProps) {
  const { environment, environments, roles } = await pageSession((await params).environment)
  const other = environments.find((one) => one !== environment)
  const mayReadActivity = roles.some((role) => activityReaders.includes(role))
  return <TransferMoves {...{ environment, other, mayReadActivity }}>{children}</TransferMoves>
}
