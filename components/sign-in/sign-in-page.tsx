import { Info } from 'lucide-react'
import { Brand, EnvironmentBanner } from '@/components/shell/plain-page'
import { SkipLink } from '@/components/shell/skip-link'
import { Note } from '@/components/ui/status'
import { type Choices, ConsolePanel } from './console-panel'
import { SignInForm } from './sign-in-form'

type SignInPageProps = {
  choices: Choices
  /** Where to go after sign-in: a path of this console. */
  callbackUrl?: string
  /** next-auth's error code of a failed sign-in. */
  error?: string
  /** Why the last session ended, as the server names it; `ended` if it does not know. */
  endReason?: string
}

/** Why a session ended, by the server's name for it. */
const endReasons: Record<string, string> = {
  idle: 'You were signed out after 15 minutes without activity.',
  absolute: 'A session lasts 8 hours at most.',
  'signed-out': 'You signed out, perhaps in another tab.',
  'demo-closed': 'Demo users are no longer available because production is configured.',
  'company-ended': 'Company sign-in ended your access to this console.',
  'roles-unconfirmed': 'Your roles are checked with company sign-in every hour, and this time they could not be.',
  'repeated-cookie':
    'Your browser sent more than one session cookie. Delete the cookies of this site in your browser, then sign in again.',
}
const anyEndReason = 'A session ends after 15 minutes without activity, 8 hours after sign-in, or when you sign out.'

export function SignInPage({ choices, callbackUrl, error, endReason }: SignInPageProps) {
  const { environment, hasDemoUsers, hasCompanySignIn } = choices
  const target = callbackUrl && callbackUrl !== '/' ? callbackUrl : undefined
  return (
    <div data-env={environment}>
      <SkipLink />
      <EnvironmentBanner environment={environment} />
      <main
        id="main"
        className="mx-auto grid max-w-[992px] items-start gap-x-12 gap-y-8 px-4 pt-6 pb-16 sm:grid-cols-[minmax(0,400px)_minmax(0,480px)] sm:gap-y-0 sm:px-6 sm:pt-[72px] lg:gap-x-28"
      >
        <Brand className="col-span-full sm:mb-8" />
        <div>
          <h1 className="text-[26px] leading-[34px] tracking-[-0.02em]">Sign in</h1>
          <p className="mt-1 mb-6 text-ink-2">
            {hasDemoUsers
              ? "Production isn't configured; demo users are available."
              : 'Sign in with your company account.'}
          </p>
          {endReason && !error && (
            <Note tone="off" icon={Info} role="status" className="mb-6">
              <p>
                <b>{endReason === 'repeated-cookie' ? 'You are not signed in.' : 'Your session has ended.'}</b>{' '}
                {Object.hasOwn(endReasons, endReason) ? endReasons[endReason] : anyEndReason}
              </p>
            </Note>
          )}
          {target && (
            <p className="mb-6 [overflow-wrap:anywhere] text-ink-2">
              After sign-in you continue to <span className="font-mono">{readable(target)}</span>.
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
        <ConsolePanel choices={choices} />
      </main>
    </div>
  )
}

function readable(path: string): string {
  const plain = decodeURI(path.replace(/%(?![\da-f]{2})/gi, '%25'))
  return plain.length > 120 ? `${plain.slice(0, 119)}…` : plain
}
