'use client'
import { usePathname } from 'next/navigation'
import { useDocumentTitle } from '@/components/ui/browser-state'
import { Button, buttonClass } from '@/components/ui/button'
import { pageTitle } from '@/lib/browser/pages'
import { isEnvironment } from '@/lib/provider/environments'
import { PlainPage } from './plain-page'

type FailedPageProps = { error: Error & { digest?: string }; reset: () => void }

const title = 'This page could not be shown'

/** Replaces a page that threw. It takes the focus, and is announced. */
export function FailedPage({ error, reset }: FailedPageProps) {
  const [, first] = usePathname().split('/')
  const environment = isEnvironment(first) ? first : undefined
  useDocumentTitle(environment ? pageTitle(environment, title) : `${title} - Mintdesk`)
  return (
    <PlainPage environment={environment} title={title}>
      <p role="alert" className="mt-1 text-ink-2">
        The error is in Mintdesk, not at the provider. Nothing was sent or changed.
        {error.digest && ' If this persists, contact your administrator with this error number.'}
      </p>
      {error.digest && (
        <p className="mt-2 text-ink-2">
          Error number <span className="font-mono">{error.digest}</span>
        </p>
      )}
      <p className="mt-6 flex gap-2">
        <Button kind="primary" onClick={reset}>
          Try again
        </Button>
        <a className={buttonClass()} href="/">
          Go to the overview
        </a>
      </p>
    </PlainPage>
  )
}
