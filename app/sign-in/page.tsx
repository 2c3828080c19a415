import type { Metadata } from 'next'
import { SignInPage } from '@/components/sign-in/sign-in-page'
import { ownPath } from '@/lib/browser/own-path'
import { pageTitle } from '@/lib/browser/page-title'
import { signInChoices } from '@/lib/server/sign-in-choices'

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  const { environment } = await signInChoices()
  return { title: pageTitle(environment, 'Sign in'), icons: { icon: `/favicon-${environment}.svg` } }
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

export default async function Page({ searchParams }: PageProps) {
  const { callbackUrl, error, reason, ended } = await searchParams
  return (
    <SignInPage
      choices={await signInChoices()}
      callbackUrl={ownPath(first(callbackUrl))}
      error={first(error)}
      endReason={first(ended) ?? first(reason)}
    />
  )
}
