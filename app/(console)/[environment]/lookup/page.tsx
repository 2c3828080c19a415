import { LookupPage } from '@/components/lookup/lookup-page'
import { pageSession } from '@/lib/console/page-session'
import { titled } from '../session-page'
import { serverLookup } from './server-lookup'

type PageProps = {
  params: Promise<{ environment: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const generateMetadata = titled('Look-up')

export default async function Page({ params, searchParams }: PageProps) {
  const session = await pageSession((await params).environment)
  const { environment, environments, person } = session
  const { q } = await searchParams
  const text = (Array.isArray(q) ? q[0] : q)?.trim() ?? ''
  return (
    <LookupPage
      environment={environment}
      other={environments.find((one) => one !== environment)}
      person={person}
      server={await serverLookup(session, text)}
    />
  )
}
