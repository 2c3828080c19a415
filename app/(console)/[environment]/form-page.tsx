/** What the pages of the forms have in common: which form and step are asked for, who sees it, and the title of its tab. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { formStep, formTitle } from '@/components/forms/description'
import RecentRequests from '@/components/requests/recent-requests'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/console/page-session'
import { formAt, writeRowOf } from '@/lib/provider/operations'

export type FormPageProps = { params: Promise<{ environment: string; page: string; id?: string; step?: string[] }> }

/** The form of a page, with its session and its step; a page that does not exist is not found. */
export async function readFormPage({ params }: FormPageProps) {
  const { environment: named, page, id, step } = await params
  const session = await pageSession(named)
  const { environment } = session
  const operation = formAt(page, id !== undefined) ?? notFound()
  if (environment !== 'sandbox' && writeRowOf(operation).isSandboxOnly) notFound()
  const more = <RecentRequests environment={environment} operations={[operation]} />
  return { operation, session, step: formStep(step) ?? notFound(), id: id ?? '', more }
}

export async function formMetadata(props: FormPageProps): Promise<Metadata> {
  const { operation, session, step } = await readFormPage(props)
  return { title: pageTitle(session.environment, formTitle(operation, step)) }
}
