import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { PlainPage } from '@/components/shell/plain-page'
import { buttonClass } from '@/components/ui/button'
import { isEnvironment } from '@/lib/api/environments'

export const metadata: Metadata = { title: 'Page not found - Mintdesk' }

export default async function NotFound() {
  const named = (await headers()).get('x-mintdesk-environment')
  return (
    <PlainPage environment={isEnvironment(named) ? named : undefined} title="Page not found">
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
