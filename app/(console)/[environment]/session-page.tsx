/** What the pages of signed-in people have in common: the session first, then the title of the tab, then what it shows. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { ReadersOnly } from '@/components/activity/readers-only'
import { formStep } from '@/components/forms/description'
import type { Role } from '@/lib/api/roles'
import { pageTitle } from '@/lib/browser/pages'
import { type PageSession, pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

/** The title of a page's tab. */
export const titled =
  (title: string) =>
  async ({ params }: PageProps): Promise<Metadata> => ({
    title: pageTitle((await pageSession((await params).environment)).environment, title),
  })

/** A page of a signed-in person. */
export const sessionPage =
  (render: (session: PageSession) => ReactNode) =>
  async ({ params }: PageProps) =>
    render(await pageSession((await params).environment))

/** A page for some roles. @param readers by default those who may read the activity */
export const readersPage = (title: string, render: (session: PageSession) => ReactNode, readers?: readonly Role[]) =>
  sessionPage((session) => (
    <ReadersOnly title={title} roles={session.roles} readers={readers}>
      {render(session)}
    </ReadersOnly>
  ))

export type FormPageProps = { params: Promise<{ environment: string; step?: string[] }> }

/** The session and the step of a form's page; a page that does not exist is not found. */
export async function readFormPage({ params }: FormPageProps) {
  const { environment, step } = await params
  return { session: await pageSession(environment), step: formStep(step) ?? notFound() }
}

/** @param details the title of the form @param review and of its review */
export async function formMetadata(props: FormPageProps, details: string, review: string): Promise<Metadata> {
  const { session, step } = await readFormPage(props)
  return { title: pageTitle(session.environment, step === 'details' ? details : review) }
}
