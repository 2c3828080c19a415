/** What the pages of the forms have in common: which step is asked for, and the title of its tab. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { formStep } from '@/components/forms/description'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

export type FormPageProps = { params: Promise<{ environment: string; step?: string[] }> }

/** The session and the step of a form's page; a page that does not exist is not found. */
export async function readFormPage({ params }: FormPageProps) {
  const { environment, step } = await params
  return { session: await pageSession(environment), step: formStep(step) ?? notFound() }
}

/** @param record what the form creates: "order" */
export async function formMetadata(props: FormPageProps, record: string): Promise<Metadata> {
  const { session, step } = await readFormPage(props)
  return { title: pageTitle(session.environment, `${step === 'details' ? 'New' : 'Review'} ${record}`) }
}
