import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import dark from '@/components/sign-in/preview-dark.webp'
import light from '@/components/sign-in/preview-light.webp'
import { SignInPage } from '@/components/sign-in/sign-in-page'
import { tourKeys, tourNames } from '@/components/tours/tour-list'
import { consolePath, pageTitle } from '@/lib/browser/pages'
import { readPreferences } from '@/lib/browser/preferences'
import { signInChoices } from '@/lib/console/page-session'

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  const { environment } = await signInChoices()
  return { title: pageTitle(environment, 'Sign in'), icons: { icon: `/favicon-${environment}.svg` } }
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

export default async function Page({ searchParams }: PageProps) {
  const { callbackUrl, error, reason, ended } = await searchParams
  const jar = await cookies()
  const { theme } = readPreferences((name) => jar.get(name)?.value)
  return (
    <SignInPage
      choices={await signInChoices()}
      callbackUrl={consolePath(first(callbackUrl))}
      error={first(error)}
      endReason={first(ended) ?? first(reason)}
      tours={tourKeys.map((key) => ({ key, title: tourNames[key].title, sentence: tourNames[key].sentence }))}
      preview={{ light: light.src, dark: dark.src, theme }}
    />
  )
}
