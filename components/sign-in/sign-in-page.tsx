import { CircleCheck, OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Brand, EnvironmentBanner } from '@/components/shell/plain-page'
import { type Fact, Facts } from '@/components/ui/facts'
import { SkipLink } from '@/components/ui/focus'
import { Note, Status } from '@/components/ui/status'
import { type Choices, SignInForm } from './sign-in-form'

type SignInPageProps = {
  choices: Choices
  /** Where to go after sign-in: a path of this console. */
  callbackUrl?: string
  /** next-auth's error code of a failed sign-in. */
  error?: string
  /** Why the last session ended, as the server names it; `ended` if it does not know. */
  endReason?: string
  /** What is worth trying in a world: a tour's key, title, and one sentence. */
  tours?: readonly { key: string; title: string; sentence: string }[]
  /** The addresses of a picture of the product, and the person's theme. */
  preview?: { light: string; dark: string; theme: 'light' | 'dark' | 'system' }
}

const endReasons: Record<string, string> = {
  idle: 'You were signed out because there was no activity.',
  absolute: 'A session lasts 8 hours at most.',
  'signed-out': 'You signed out, perhaps in another tab.',
  'demo-closed': 'Demo users are no longer available because production is configured.',
  'company-ended': 'Company sign-in ended your access to this console.',
  'roles-unconfirmed': 'Your roles are checked with company sign-in every hour, and this time they could not be.',
  'ended-in-settings': 'This session was ended in Settings, under People and sessions, by you or an admin.',
  unverified: 'Your session could not be verified, as after a change of the keys of this console.',
  'world-ended':
    'Your own demo was removed: nobody used it for 24 hours, newer ones needed its place, or it was started over. Start a new one: what you typed in a form is kept.',
  'link-revoked': 'The link by which you joined this demo was revoked. You can start one of your own.',
  'repeated-cookie':
    'Your browser sent more than one session cookie. Delete the cookies of this site in your browser, then sign in again.',
}
const anyEndReason = 'A session ends when there is no activity, 8 hours after sign-in, or when you sign out.'

const whatItIs = 'An operations console for stablecoin treasuries.'

export function SignInPage({ choices, callbackUrl, error, endReason, tours = [], preview }: SignInPageProps) {
  const { environment, hasDemoUsers, hasWorlds } = choices
  const target = callbackUrl && callbackUrl !== '/' ? callbackUrl : undefined
  const above = (
    <>
      {endReason && !error && (
        <Note
          tone="off"
          role="status"
          className="mt-6"
          title={endReason === 'repeated-cookie' ? 'You are not signed in.' : 'Your session has ended.'}
        >
          {Object.hasOwn(endReasons, endReason) ? endReasons[endReason] : anyEndReason}
        </Note>
      )}
      {target && <p className="mt-6 [overflow-wrap:anywhere] text-ink-2">Next: {nextText(target)}</p>}
    </>
  )
  const form = (
    <SignInForm
      key={error}
      choices={choices}
      tries={hasWorlds ? tours.map(({ key, ...tour }) => ({ ...tour, tour: key })) : examples}
      callbackUrl={callbackUrl ?? '/'}
      error={error}
    />
  )
  return (
    <div data-env={environment}>
      <SkipLink />
      <EnvironmentBanner environment={environment} />
      {hasDemoUsers ? (
        <main
          id="main"
          className="grid min-h-[calc(100vh-var(--strip-height))] grid-cols-1 min-[900px]:grid-cols-[minmax(0,448px)_minmax(0,1fr)]"
        >
          <div className="mx-auto flex w-full max-w-[448px] flex-col px-4 pt-6 pb-8 sm:px-6 sm:pt-14 min-[900px]:mx-0 min-[900px]:pr-0 xl:pl-[72px]">
            <Brand />
            <h1 className="mt-8 text-2xl leading-[38px] tracking-[-0.022em] sm:mt-16">
              Follow every dollar,
              <br />
              from wire to stablecoin
              <br />
              and back.
            </h1>
            <p className="mt-3 text-md leading-[22px] text-ink-2">{whatItIs}</p>
            {above}
            {form}
          </div>
          {preview && <Preview {...preview} />}
        </main>
      ) : (
        <main id="main" className="mx-auto w-full max-w-[448px] px-4 pt-6 pb-16 sm:px-6 sm:pt-[148px]">
          <Brand />
          <p className="mt-1 text-ink-2">{whatItIs}</p>
          <h1 className="mt-7 text-[26px] leading-[34px] tracking-[-0.02em]">Sign in</h1>
          <p className="mt-1.5 text-md leading-[22px] text-ink-2">
            Sign in with your company account.{environment === 'production' && ' Real money moves here.'}
          </p>
          {above}
          {form}
          <Facts facts={factsOf(choices).filter(([, value]) => value)} className="mt-10" />
        </main>
      )}
    </div>
  )
}

/** A page of the demo, as it looks (`npm run pictures`); it is not loaded where there is no room for it. */
function Preview({ light, dark, theme }: NonNullable<SignInPageProps['preview']>) {
  return (
    <div
      aria-hidden="true"
      className="relative mt-14 ml-10 hidden overflow-hidden rounded-tl-3 border-t border-l border-hairline-strong min-[900px]:block xl:ml-16"
    >
      <picture>
        {theme === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
        <img
          className="absolute top-0 left-0 w-full max-w-none min-w-[928px]"
          src={theme === 'dark' ? dark : light}
          width={2040}
          height={1800}
          loading="lazy"
          alt=""
        />
      </picture>
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
    title: 'Find transfers that need travel rule details',
    next: 'transfers that need travel rule details',
    sentence: 'Open one to see who must act.',
  },
  {
    path: '/sandbox/transfers?statuses=FAILED',
    title: 'See why a transfer failed',
    next: 'transfers that failed',
    sentence: "A plain explanation and the provider's own message.",
  },
  {
    path: '/sandbox/transfers?type=CRYPTO_WITHDRAWAL',
    title: 'Filter by type, then add a status',
    next: 'crypto withdrawals',
    sentence: 'The list says which filters Mintdesk applies.',
  },
] as const

/** What this console is connected to. */
const factsOf = ({ environment, isEmbedded, service }: Choices): Fact[] => [
  ['Environment', environment === 'production' ? 'Production' : isEmbedded ? 'Sandbox, built in' : 'Sandbox'],
  [
    'Provider',
    service &&
      (service.answers ? (
        <Status tone="ok" icon={CircleCheck} label="Reachable" why={`${service.millis} ms`} />
      ) : (
        <Status tone="bad" icon={OctagonX} label="Unreachable" isLoud />
      )),
  ],
  ['No access?', 'Ask your administrator for a role'],
]
