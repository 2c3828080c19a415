import type { Metadata } from 'next'
import { NewFiatAccount } from '@/components/fiat-accounts/account-form'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'New fiat account') }
}

export default async function Page({ params }: PageProps) {
  const { environment, person, roles, requiresIdentity } = await pageSession((await params).environment)
  return <NewFiatAccount session={{ environment, person, roles, requiresIdentity }} />
}
