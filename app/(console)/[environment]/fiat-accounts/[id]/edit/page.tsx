import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { FiatAccountChange } from '@/components/fiat-accounts/change-form'
import { FiatAccountPath } from '@/lib/api/fiat-accounts'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string; id: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Change fiat account') }
}

export default async function Page({ params }: PageProps) {
  const { environment: named, id } = await params
  const { environment, person, roles, requiresIdentity } = await pageSession(named)
  // Spec, "Update fiat account": an account's id is a UUID.
  if (!FiatAccountPath.safeParse({ id }).success) notFound()
  return <FiatAccountChange id={id} session={{ environment, person, roles, requiresIdentity }} />
}
