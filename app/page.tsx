import { redirect } from 'next/navigation'
import { homeEnvironment, pageSession } from '@/lib/console/page-session'

/** Redirects to the user's environment. */
export default async function Page() {
  await pageSession()
  redirect(`/${await homeEnvironment()}`)
}
