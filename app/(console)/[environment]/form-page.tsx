/** What the pages of the forms have in common: which step is asked for, who sees it, and the title of its tab. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import RecentRequests from '@/components/activity/recent-requests'
import { formStep } from '@/components/forms/description'
import { type WriteName, writeRowOf } from '@/lib/api/provider/operations'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

export type FormPageProps = { params: Promise<{ environment: string; step?: string[] }> }

/** The session and the step of a form's page; a page that does not exist is not found. */
export async function readFormPage({ params }: FormPageProps, operation: WriteName) {
  const { environment: named, step } = await params
  const session = await pageSession(named)
  const { environment } = session
  if (environment !== 'sandbox' && writeRowOf(operation).isSandboxOnly) notFound()
  const more = <RecentRequests environment={environment} operations={[operation]} />
  return { session, step: formStep(step) ?? notFound(), more }
}

export async function formMetadata(props: FormPageProps, operation: WriteName, title?: string): Promise<Metadata> {
  const { session, step } = await readFormPage(props, operation)
  const { noun } = writeRowOf(operation)
  return { title: pageTitle(session.environment, step === 'details' ? (title ?? `New ${noun}`) : `Review ${noun}`) }
}
