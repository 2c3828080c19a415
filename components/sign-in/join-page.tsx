'use client'
import { Users } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { Brand, EnvironmentBanner } from '@/components/shell/plain-page'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { SkipLink } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import { Skeleton } from '@/components/ui/section'
import { Note } from '@/components/ui/status'
import { capitalized } from '@/lib/browser/labels'
import { noteSignIn } from '@/lib/browser/session'
import { joinByLink, previewLink, startWorld } from '@/lib/features/worlds/browser/worlds'
import type { OfferedWorld } from '@/lib/features/worlds/interface'
import { rolePurposes } from '@/lib/provider/roles'

/** The link's token, which only this browser has. */
const tokenHere = () => window.location.hash.slice(1)

/** What a colleague's link opens. Nothing is joined before the button is pressed. */
export function JoinPage({ isPublic }: { isPublic: boolean }) {
  const [offered, setOffered] = useState<OfferedWorld>()
  const [failure, setFailure] = useState<Error>()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const look = () => {
      setOffered(undefined)
      setFailure(undefined)
      previewLink(tokenHere()).then(setOffered, setFailure)
    }
    look()
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])

  async function enter(begin: () => Promise<unknown>) {
    if (isBusy) return
    setBusy(true)
    noteSignIn()
    try {
      await begin()
      // The link is not kept in this tab's history.
      router.replace('/sandbox')
    } catch (thrown) {
      setBusy(false)
      setOffered(undefined)
      setFailure(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }
  const own = (
    <Button kind="primary" size="loud" aria-busy={isBusy || undefined} onClick={() => enter(startWorld)}>
      Start a demo of your own
    </Button>
  )

  return (
    <div data-env="sandbox">
      <SkipLink />
      <EnvironmentBanner environment="sandbox" />
      <main id="main" className="mx-auto w-full max-w-[448px] px-4 pt-6 pb-16 sm:px-6 sm:pt-[148px]">
        <Brand />
        {failure ? (
          <Refused failure={failure}>{own}</Refused>
        ) : offered ? (
          <>
            <Title>Join this demo as {offered.role}</Title>
            <p className="mt-1.5 text-md leading-[22px] text-ink-2">
              A colleague invites you into their demo. No real money, no sign-up.
            </p>
            <p className="mt-2 text-ink-2">
              {capitalized(offered.role)}: {rolePurposes[offered.role]}.
            </p>
            {offered.place === 'elsewhere' && (
              <Note tone="wait" icon={Users} role="status" className="mt-6" title="You leave the demo you are in.">
                This browser cannot return to it. It is deleted after 24 hours without use.
              </Note>
            )}
            <p className="mt-6">
              {offered.place === 'here' ? (
                <>
                  <span className="mb-3 block text-ink-2">You are in this demo already.</span>
                  <ButtonLink kind="primary" href="/sandbox">
                    Continue
                  </ButtonLink>
                </>
              ) : (
                <Button
                  kind="primary"
                  size="loud"
                  aria-busy={isBusy || undefined}
                  onClick={() => enter(() => joinByLink(tokenHere()))}
                >
                  Join this demo as {offered.role}
                </Button>
              )}
            </p>
            {isPublic && (
              <p className="mt-3 text-sm text-ink-3">
                This is a public demo and may be reset at any time. Enter nothing confidential.
              </p>
            )}
          </>
        ) : (
          <>
            <Title>Join a demo</Title>
            <Skeleton className="mt-4 h-4 w-64" />
          </>
        )}
      </main>
    </div>
  )
}

const Title = ({ children }: { children: ReactNode }) => (
  <h1 className="mt-7 text-[26px] leading-[34px] tracking-[-0.02em]">{children}</h1>
)

function Refused({ failure, children }: { failure: Error; children: ReactNode }) {
  const problem = asProblem(failure)?.problem
  return (
    <>
      <Title>{problem?.status === 404 ? 'This link does not work' : 'The link could not be opened'}</Title>
      <Note tone="bad" role="alert" className="my-6" title={problem?.title ?? 'Mintdesk could not be reached.'}>
        {problem?.detail ?? 'Check the connection, then reload this page.'}
      </Note>
      {children}
    </>
  )
}
