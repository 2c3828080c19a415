import type { ReactNode } from 'react'
import { TransferMoves } from '@/components/transfers/transfer-moves'
import { pageSession } from '@/lib/console/page-session'

type LayoutProps = { params: Promise<{ environment: string }>; children: ReactNode }

export default async function Layout({ params, children }: LayoutProps) {
  const { environment, environments } = await pageSession((await params).environment)
  const other = environments.find((one) => one !== environment)
  return (
    <TransferMoves environment={environment} other={other}>
      {children}
    </TransferMoves>
  )
}
