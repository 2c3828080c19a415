import { CircleCheck, Info, OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Brand, EnvironmentBanner } from '@/components/shell/plain-page'
import { type Fact, Facts } from '@/components/ui/facts'
import { SkipLink } from '@/components/ui/focus'
import { Note, Status } from '@/components/ui/status'
import type { Environment } from '@/lib/api/environments'
import { SignInForm } from './sign-in-form'

/** What a visitor may know about this console; nothing here is secret. */
export type Choices = {
  hasDemoUsers: boolean
  hasCompanySignIn: boolean
  environment: Environment
  isEmbedded: boolean
  /** Whether a visitor can have a world of their own. */
  hasWorlds?: boolean
  service?: { answers: true; millis: number } | { answers: false }
}

type SignInPageProps = {
  choices: Choices
  /** Where to go after sign-in: a path of this console. */
  callbackUrl?: string
  /** next-auth's error code of a failed sign-in. */
  error?: string
  /** Why the last session ended, as the server names it; `ended` if it does not know. */
  endReason?: string
}

const endReasons: Record<string, string> = {
  idle: 'You were signed out because there was no activity.',
  absolute: 'A session lasts 8 hours at most.',
  'signed-out': 'You signed out, perhaps in another tab.',
  'demo-closed': 'Demo users are no longer available because production is configured.',
  'company-ended': 'Company sign-in ended your access to this console.',
  'roles-unconfirmed': 'Your roles are checked with company sign-in every hour, and this time they could not be.',
  unverified: 'Your session could not be verified, as after an upgrade of this console.',
  'world-ended':
    'Your own demo was removed: nobody used it for 24 hours, or it was started over. You can start a new one.',
  'repeated-cookie':
    'Your browser sent more than one session cookie. Delete the cookies of this site in your browser, then sign in again.',
}
const anyEndReason = 'A session ends when there is no activity, 8 hours after sign-in, or when you sign out.'

const whatItIs = 'Follow stablecoin money and place orders'

export function SignInPage({ choices, callbackUrl, error, endReason }: SignInPageProps) {
  const { environment, hasDemoUsers, hasCompanySignIn, hasWorlds } = choices
  const target = callbackUrl && callbackUrl !== '/' ? callbackUrl : undefined
  return (
    <div data-env={environment}>
      <SkipLink />
      <EnvironmentBanner environment={environment} />
      <main
        id="main"
        className="mx-auto grid max-w-[992px] items-start gap-x-12 gap-y-8 px-4 pt-6 pb-16 sm:grid-cols-[minmax(0,400px)_minmax(0,480px)] sm:gap-y-0 sm:px-6 sm:pt-[72px] lg:gap-x-28"
      >
        <div className="col-span-full sm:mb-8">
          <Brand />
          <p className="mt-1 text-ink-2">{whatItIs}</p>
        </div>
        <div>
          <h1 className="text-[26px] leading-[34px] tracking-[-0.02em]">Sign in</h1>
          <p className="mt-1 mb-6 text-ink-2">
            {hasDemoUsers ? 'This is a demo. No real money.' : 'Sign in with your company account.'}
          </p>
          {endReason && !error && (
            <Note
              tone="off"
              icon={Info}
              role="status"
              className="mb-6"
              title={endReason === 'repeated-cookie' ? 'You are not signed in.' : 'Your session has ended.'}
            >
              {Object.hasOwn(endReasons, endReason) ? endReasons[endReason] : anyEndReason}
            </Note>
          )}
          {target && <p className="mb-6 [overflow-wrap:anywhere] text-ink-2">Next: {nextText(target)}</p>}
          <SignInForm
            key={error}
            hasDemoUsers={hasDemoUsers}
            hasWorlds={hasWorlds}
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

/** What follows the sign-in: an example by its words, another page by its address. */
function nextText(target: string): ReactNode {
  const example = examples.find(({ path }) => path === target)
  if (example) return example.next
  const plain = decodeURI(target.replace(/%(?![\da-f]{2})/gi, '%25'))
  return <span className="font-mono">{plain.length > 120 ? `${plain.slice(0, 119)}…` : plain}</span>
}

/** Lists of the sandbox's data that show what Mintdesk does. */
const examples = [
  {
    path: '/sandbox/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED',
    name: 'Find transfers that need travel rule details',
    next: 'transfers that need travel rule details',
    more: 'open one to see who must act',
  },
  {
    path: '/sandbox/transfers?statuses=FAILED',
    name: 'See why a transfer failed',
    next: 'transfers that failed',
    more: "a plain explanation and the provider's own message",
  },
  {
    path: '/sandbox/transfers?type=CRYPTO_WITHDRAWAL',
    name: 'Filter by type, then add a status',
    next: 'crypto withdrawals',
    more: 'the list says which filters Mintdesk applies',
  },
] as const

const providerStatus = (service: NonNullable<Choices['service']>) =>
  service.answers ? (
    <Status tone="ok" icon={CircleCheck} label="Reachable" why={`${service.millis} ms`} />
  ) : (
    <Status tone="bad" icon={OctagonX} label="Unreachable" isLoud />
  )

/** What this console is connected to, and what to try in the sandbox. */
function ConsolePanel({ choices }: { choices: Choices }) {
  const { environment, isEmbedded, service, hasDemoUsers } = choices
  const name = environment === 'production' ? 'Production' : isEmbedded ? 'Sandbox, built in' : 'Sandbox'
  const facts: Fact[] = [
    ['Environment', name],
    ['Provider', service && providerStatus(service)],
    ['Time zone', 'UTC'],
  ]
  return (
    <div>
      {hasDemoUsers && (
        <>
          <h2 className="text-xl leading-[34px]">The sandbox</h2>
          <p className="mt-2 text-md text-ink-2">
            No real money. {isEmbedded && 'A sample treasury: 90 days of transfers, with real-life problems.'}
          </p>
          <section className="mt-8">
            <h2>Three things to try</h2>
            <ol className="mt-2">
              {examples.map(({ path, name, more }, index) => (
                <li key={path} className="grid grid-cols-[24px_1fr] border-b border-hairline py-2">
                  <span className="text-sm leading-5 text-ink-3">{index + 1}</span>
                  <span>
                    <a className="font-label hover:underline" href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`}>
                      {name}
                    </a>
                    <br />
                    <span className="text-ink-2">{more}</span>
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
      <Facts facts={facts.filter(([, value]) => value)} className={hasDemoUsers ? 'mt-8' : ''} />
    </div>
  )
}
