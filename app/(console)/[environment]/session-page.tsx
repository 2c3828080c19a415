/** What the pages of signed-in people have in common: the session first, then the title of the tab, then what it shows. */
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { ReadersOnly } from '@/components/activity/readers-only'
import { pageTitle } from '@/lib/browser/pages'
import { askEarly, type PageSession, pageSession } from '@/lib/console/page-session'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'

type PageProps = { params: Promise<{ environment: string }> }

/** The title of a page's tab. */
export const titled =
  (title: string) =>
  async ({ params }: PageProps): Promise<Metadata> => ({
    title: pageTitle((await pageSession((await params).environment)).environment, title),
  })

/** What a page reads first, by its query string; see `askEarly`. */
type Reads = (environment: Environment, params: URLSearchParams) => { url?: string }[]

/** A page of a signed-in person. */
export const sessionPage =
  (render: (session: PageSession) => ReactNode, reads: Reads = () => []) =>
  async ({ params }: PageProps) => {
    const session = await pageSession((await params).environment)
    await askEarly((search) => reads(session.environment, search).map(({ url }) => url))
    return render(session)
  }

/** A page for some roles. @param readers by default those who may read the activity */
export const readersPage = (title: string, render: (session: PageSession) => ReactNode, readers?: readonly Role[]) =>
  sessionPage((session) => (
    <ReadersOnly title={title} roles={session.roles} readers={readers}>
      {render(session)}
    </ReadersOnly>
  ))
