import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { formStep } from '@/components/forms/description'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'
import { DepositForm } from '../../../forms'

type PageProps = { params: Promise<{ environment: string; step?: string[] }> }

async function read({ params }: PageProps) {
  const { environment, step } = await params
  const session = await pageSession(environment)
  // Spec: "It is a sandbox operation"; elsewhere the page does not exist.
  if (session.environment !== 'sandbox') notFound()
  return { session, step: formStep(step) ?? notFound() }
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { session, step } = await read(props)
  return { title: pageTitle(session.environment, step === 'details' ? 'New sandbox deposit' : 'Review deposit') }
}

export default async function Page(props: PageProps) {
  return <DepositForm {...(await read(props))} />
}
