import { redirect } from 'next/navigation'
import { homeEnvironment, pageSession } from '@/lib/server/page-session'

/** Redirects to the user's environment. */
export default async function Page() {
  await pageSession()
  redirect(`/${homeEnvironment()}`)
}
