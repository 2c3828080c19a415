import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { PlainPage } from '@/components/shell/plain-page'
import { buttonClass } from '@/components/ui/button'
import { isEnvironment } from '@/lib/api/environments'

export const metadata: Metadata = { title: 'Nothing here - Mintdesk' }

export default async function NotFound() {
  const named = (await headers()).get('x-mintdesk-environment')
  return (
    <PlainPage environment={isEnvironment(named) ? named : undefined} title="Nothing is here">
      <p className="mt-1 text-ink-2">
        No page of this console has this address, or its environment is not set up here.
      </p>
      <p className="mt-6">
        <a className={buttonClass('primary')} href="/">
          Go to Mintdesk
        </a>
      </p>
    </PlainPage>
  )
}
