import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { PlainPage } from '@/components/shell/plain-page'
import { buttonClass } from '@/components/ui/button'
import { isEnvironment } from '@/lib/api/environments'
import { pageTitle } from '@/lib/browser/pages'

const title = 'Page not found'

/** The environment in the address. */
async function environmentOfAddress() {
  const named = (await headers()).get('x-mintdesk-environment')
  return isEnvironment(named) ? named : undefined
}

export async function generateMetadata(): Promise<Metadata> {
  const environment = await environmentOfAddress()
  return { title: environment ? pageTitle(environment, title) : `${title} - Mintdesk` }
}

export default async function NotFound() {
  return (
    <PlainPage environment={await environmentOfAddress()} title={title}>
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
