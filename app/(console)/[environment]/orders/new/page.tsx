import type { Metadata } from 'next'
import { NewOrder } from '@/components/orders/order-form'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'New order') }
}

export default async function Page({ params }: PageProps) {
  return <NewOrder session={await pageSession((await params).environment)} />
}
