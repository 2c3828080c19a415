import type { Metadata } from 'next'
import { PlainPage } from '@/components/shell/plain-page'
import { buttonClass } from '@/components/ui/button'
import { pageTitle } from '@/lib/browser/pages'
import { addressEnvironment } from './address-environment'

const title = 'Page not found'

export async function generateMetadata(): Promise<Metadata> {
  const environment = await addressEnvironment()
  return { title: environment ? pageTitle(environment, title) : `${title} - Mintdesk` }
}

export default async function NotFound() {
  return (
    <PlainPage environment={await addressEnvironment()} title={title}>
      <p className="mt-1 text-ink-2">
        This console has no page at this address, or the address names an environment that is not configured.
      </p>
      <p className="mt-6">
        <a className={buttonClass({ kind: 'primary' })} href="/">
          Go to Mintdesk
        </a>
      </p>
    </PlainPage>
  )
}
