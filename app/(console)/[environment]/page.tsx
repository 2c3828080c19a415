import { redirect } from 'next/navigation'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

/** An environment opens at its list of transfers. */
export default async function Page({ params }: PageProps) {
  const { environment } = await pageSession((await params).environment)
  redirect(`/${environment}/transfers`)
}
