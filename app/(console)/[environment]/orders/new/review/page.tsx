import type { Metadata } from 'next'
import { OrderReview } from '@/components/orders/order-form'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Review order') }
}

export default async function Page({ params }: PageProps) {
  return <OrderReview session={await pageSession((await params).environment)} />
}
