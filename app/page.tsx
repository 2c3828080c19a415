import { redirect } from 'next/navigation'
import { homeEnvironment, pageSession } from '@/lib/server/page-session'

/** The bare address leads to the environment that a person works in. */
export default async function Page() {
  await pageSession()
  redirect(`/${await homeEnvironment()}`)
}
