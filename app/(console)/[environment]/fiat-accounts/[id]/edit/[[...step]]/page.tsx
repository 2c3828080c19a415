import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { formStep } from '@/components/forms/description'
import { FiatAccountPath } from '@/lib/api/provider/fiat-accounts'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'
import { FiatAccountChangeForm } from '../../../../forms'

type PageProps = { params: Promise<{ environment: string; id: string; step?: string[] }> }

async function read({ params }: PageProps) {
  const { environment, id, step } = await params
  const session = await pageSession(environment)
  // Spec, "Update fiat account": an account's id is a UUID.
  if (!FiatAccountPath.safeParse({ id }).success) notFound()
  return { session, id, step: formStep(step) ?? notFound() }
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { session, step } = await read(props)
  return { title: pageTitle(session.environment, step === 'details' ? 'Change fiat account' : 'Review change') }
}

export default async function Page(props: PageProps) {
  return <FiatAccountChangeForm {...(await read(props))} />
}
