'use client'
import { PageFailure } from '@/components/shell/page-failure'

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void }

/** A page that failed, inside the shell, which still leads to the other pages. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return <PageFailure error={error} onRetry={reset} />
}
