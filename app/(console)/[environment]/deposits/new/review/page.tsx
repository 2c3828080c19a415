import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DepositReview } from '@/components/deposits/deposit-form'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  if (environment !== 'sandbox') notFound()
  return { title: pageTitle(environment, 'Review deposit') }
}

export default async function Page({ params }: PageProps) {
  const { environment, person, roles, requiresIdentity } = await pageSession((await params).environment)
  // Spec: "It is a sandbox operation"; elsewhere the page does not exist.
  if (environment !== 'sandbox') notFound()
  return <DepositReview session={{ environment, person, roles, requiresIdentity }} />
}
