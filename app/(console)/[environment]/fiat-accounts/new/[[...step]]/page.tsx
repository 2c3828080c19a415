import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { formStep } from '@/components/forms/description'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'
import { FiatAccountForm } from '../../../forms'

type PageProps = { params: Promise<{ environment: string; step?: string[] }> }

async function read({ params }: PageProps) {
  const { environment, step } = await params
  return { session: await pageSession(environment), step: formStep(step) ?? notFound() }
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { session, step } = await read(props)
  return { title: pageTitle(session.environment, step === 'details' ? 'New fiat account' : 'Review fiat account') }
}

export default async function Page(props: PageProps) {
  return <FiatAccountForm {...(await read(props))} />
}
