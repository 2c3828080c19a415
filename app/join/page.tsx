import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { JoinPage } from '@/components/sign-in/join-page'
import { pageTitle } from '@/lib/browser/pages'
import { signInChoices } from '@/lib/console/page-session'

export const metadata: Metadata = {
  title: pageTitle('sandbox', 'Join a demo'),
  icons: { icon: '/favicon-sandbox.svg' },
}

/** Where a colleague's link leads. Its token is in the fragment: this page is the same for every link, and opens nothing. */
export default async function Page() {
  const { hasWorlds, isPublic } = await signInChoices()
  if (!hasWorlds) notFound()
  return <JoinPage isPublic={isPublic} />
}
