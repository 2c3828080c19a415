import { Info } from 'lucide-react'
import { Brand } from '@/components/shell/brand'
import { SkipLink } from '@/components/shell/skip-link'
import { Strip } from '@/components/shell/strip'
import { Note } from '@/components/ui/note'
import type { Environment } from '@/lib/api/environments'
import { SandboxWords } from './sandbox-words'
import { SignInForm } from './sign-in-form'

/** What is open at this console, as the server tells it; nothing in it is secret. */
export type Choices = {
  hasDemoUsers: boolean
  hasCompanySignIn: boolean
  isProductionConfigured: boolean
  environment: Environment
  isEmbedded: boolean
  service?: { answers: true; millis: number } | { answers: false }
}

type SignInPageProps = {
  choices: Choices
  /** Where to go afterwards: a path of this console. */
  callbackUrl?: string
  /** next-auth's code of a sign-in that failed elsewhere. */
  error?: string
  hasEnded: boolean
}

/** The door: whoever may come in, and how. */
export function SignInPage({ choices, callbackUrl, error, hasEnded }: SignInPageProps) {
  const { environment, hasDemoUsers, hasCompanySignIn } = choices
  const goesTo = callbackUrl && callbackUrl !== '/' ? callbackUrl : undefined
  return (
    <div data-env={environment}>
      <SkipLink />
      <Strip environment={environment} />
      <main
        id="main"
        className="mx-auto grid max-w-[992px] grid-cols-[minmax(0,400px)_minmax(0,480px)] items-start gap-x-28 px-6 pt-[72px] pb-16 max-lg:gap-x-12 max-sm:grid-cols-1 max-sm:gap-y-8 max-sm:px-4 max-sm:pt-6"
      >
        <Brand className="col-span-full mb-8 max-sm:mb-0" />
        <div>
          <h1 className="text-[26px] leading-[34px] tracking-[-0.02em]">Sign in</h1>
          <p className="mt-1 mb-6 text-ink-2">
            {hasDemoUsers
              ? 'Production is not set up here, so demo users are open.'
              : 'People of your company sign in as they do elsewhere.'}
          </p>
          {hasEnded && !error && (
            <Note tone="off" icon={Info} role="status" className="mb-6">
              <p>
                <b>Signed out after 15 minutes without activity.</b> A session also ends 8 hours after sign-in.
              </p>
            </Note>
          )}
          {goesTo && (
            <p className="mb-6 [overflow-wrap:anywhere] text-ink-2">
              After sign-in you go to <span className="font-mono">{shown(goesTo)}</span>.
            </p>
          )}
          <SignInForm
            key={error}
            hasDemoUsers={hasDemoUsers}
            hasCompanySignIn={hasCompanySignIn}
            callbackUrl={callbackUrl ?? '/'}
            error={error}
          />
        </div>
        <SandboxWords choices={choices} />
      </main>
    </div>
  )
}

const shown = (path: string) => {
  const plain = decodeURI(path.replace(/%(?![\da-f]{2})/gi, '%25'))
  return plain.length > 120 ? `${plain.slice(0, 119)}…` : plain
}
