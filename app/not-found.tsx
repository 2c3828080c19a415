import type { Metadata } from 'next'
import { NotFoundText, PlainPage } from '@/components/shell/plain-page'
import { pageTitle } from '@/lib/browser/pages'
import { addressEnvironment } from './address-environment'

const title = 'Page not found'

export async function generateMetadata(): Promise<Metadata> {
  const environment = await addressEnvironment()
  return { title: environment ? pageTitle(environment, title) : `${title} - Mintdesk` }
}

/** For an address outside the environments; inside, the navigation stays. */
export default async function NotFound() {
  return (
    <PlainPage environment={await addressEnvironment()} title={title}>
      <NotFoundText />
    </PlainPage>
  )
}
