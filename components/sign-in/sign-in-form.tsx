'use client'
import { ChevronRight, Eye, EyeOff, Lock, Play } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useState } from 'react'
import type { Messages } from '@/components/forms/description'
import { useHydrated } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { ErrorSummary, Field } from '@/components/ui/field'
import { Note } from '@/components/ui/status'
import { clearFormDrafts } from '@/lib/browser/draft-storage'
import { capitalized } from '@/lib/browser/labels'
import { noteSignIn, onSignOut } from '@/lib/browser/session'
import { startWorld } from '@/lib/features/worlds/browser/worlds'
import type { Environment } from '@/lib/provider/environments'
import { type DefaultRole, rolePurposes } from '@/lib/provider/roles'

/** next-auth's error codes, in sentences. */
const errorSentences: Record<string, string> = {
  AccessDenied: 'Your account has no role in this console. Ask your administrator for one.',
  CredentialsSignin: 'Incorrect username or password.',
  TooManyAttempts: 'Too many sign-in attempts. Wait five minutes, then try again.',
  SessionRequired: 'Sign in to see that page.',
  Configuration: 'Sign-in is not configured correctly. Your administrator can find the reason in the log.',
  Verification: 'This link has expired or has already been used. Sign in again.',
  OAuthSignin: 'Company sign-in could not be reached. Try again. If this persists, contact your administrator.',
  OAuthCallback: 'Company sign-in returned an invalid response. Sign in again from the start.',
}

function errorSentence(code: string): string {
  const known = Object.hasOwn(errorSentences, code) ? errorSentences[code] : undefined
  const name = /^\w{1,40}$/.test(code) ? ` (${code})` : ''
  return known ?? `Sign-in failed${name}. Try again. If this persists, contact your administrator.`
}

/** What a visitor may know about this console; nothing here is secret. */
export type Choices = {
  hasDemoUsers: boolean
  hasCompanySignIn: boolean
  environment: Environment
  isEmbedded: boolean
  /** Whether a visitor can have a world of their own. */
  hasWorlds?: boolean
  /** Whether strangers are invited to the demo. */
  isPublic?: boolean
  service?: { answers: true; millis: number } | { answers: false }
}

/** Something worth trying: a tour of a world, or a page of the shared demo. */
export type Try = { title: string; sentence: string } & ({ tour: string; path?: undefined } | { path: string })

type SignInFormProps = { choices: Choices; tries: readonly Try[]; callbackUrl: string; error?: string }

const demoPassword = 'demo'
const demoRoles: readonly DefaultRole[] = ['treasury', 'support', 'approver', 'admin']

/** Signs in as a demo user with one click, with a username and password, or through the company. */
export function SignInForm({ choices, tries, callbackUrl, error }: SignInFormProps) {
  const { hasDemoUsers, hasCompanySignIn, hasWorlds, isPublic, service } = choices
  const [errors, setErrors] = useState<Messages>(error ? { '': errorSentence(error) } : {})
  const hasErrors = Object.keys(errors).length > 0
  const router = useRouter()
  const [attempts, setAttempts] = useState(0)
  const [isShown, setShown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  // Before hydration the browser itself would submit the form, with the password in the address.
  const isHydrated = useHydrated()
  // Drafts of a session that ended in this tab are kept until the user signs out in another tab.
  useEffect(() => onSignOut(clearFormDrafts), [])

  function fail(found: Messages) {
    setBusy(false)
    setErrors(found)
    setAttempts((before) => before + 1)
    document.title = `Error: ${document.title.replace(/^Error: /, '')}`
  }

  async function enter(provider: 'demo' | 'oidc', credentials: { username?: string; password?: string } = {}) {
    if (isBusy) return
    setBusy(true)
    noteSignIn()
    try {
      const { signIn } = await import('next-auth/react')
      const result = await signIn(provider, { ...credentials, callbackUrl, redirect: provider === 'oidc' })
      // For company sign-in, next-auth navigates.
      if (provider === 'oidc') return
      if (result?.ok && !result.error) return window.location.assign(callbackUrl)
      const sentence = errorSentence(result?.error ?? '')
      fail(result?.error === 'CredentialsSignin' ? { password: sentence } : { '': sentence })
    } catch {
      fail({ '': 'Mintdesk could not be reached. Try again.' })
    }
  }

  async function enterWorld(tour?: string) {
    if (isBusy) return
    setBusy(true)
    noteSignIn()
    try {
      await startWorld()
      const next = callbackUrl === '/' ? '/sandbox' : callbackUrl
      // Without leaving the page: what it has loaded need not be loaded again.
      router.push(tour === undefined ? next : `/sandbox?${new URLSearchParams({ tour })}`)
    } catch (failure) {
      fail({ '': failure instanceof Error ? failure.message : 'Mintdesk could not be reached. Try again.' })
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const username = String(entered.get('username')).trim()
    const password = String(entered.get('password'))
    if (username && password) return void enter('demo', { username, password })
    fail({ ...(!username && { username: 'Enter a username.' }), ...(!password && { password: 'Enter the password.' }) })
  }

  const demoUsers = (
    <>
      <DemoUsers
        hasPrimary={!hasWorlds}
        isHydrated={isHydrated}
        onChoose={(role) => enter('demo', { username: role, password: demoPassword })}
      />
      <p className="my-6 flex items-center gap-3 text-ink-3 before:flex-1 before:border-t before:border-hairline after:flex-1 after:border-t after:border-hairline">
        or with a username
      </p>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Field
          id="username"
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username}
        />
        <Field
          id="password"
          label="Password"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.password}
          hint={
            <>
              The password of every demo user is <span className="font-mono">{demoPassword}</span>
            </>
          }
          action={
            <button
              type="button"
              className="inline-flex size-6 items-center justify-center rounded-1 text-ink-3 hover:bg-pressed hover:text-ink"
              aria-label="Show password"
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOff /> : <Eye />}
            </button>
          }
        />
        <Button type="submit" size="large" disabled={!isHydrated} aria-busy={isBusy || undefined} className="mt-1">
          Sign in
        </Button>
      </form>
    </>
  )

  return (
    <>
      {hasErrors && (
        <div className="mt-6">
          <ErrorSummary focusKey={attempts}>
            <ul>
              {Object.entries(errors).map(([name, message]) => (
                <li key={name}>{name === '' ? message : <a href={`#${name}`}>{message}</a>}</li>
              ))}
            </ul>
          </ErrorSummary>
        </div>
      )}
      {hasDemoUsers && service?.answers === false && (
        <Note tone="bad" role="status" className="mt-6" title="The sandbox cannot be reached.">
          Pages show no records until it can. Try again in a few seconds.
        </Note>
      )}
      {hasWorlds && (
        <div className="mt-6">
          <Button
            kind="primary"
            size="loud"
            disabled={!isHydrated}
            aria-busy={isBusy || undefined}
            onClick={() => enterWorld()}
          >
            <Play />
            Try Mintdesk
          </Button>
          <p className="mt-2.5 text-sm text-ink-3">
            A demo of your own. No real money, no sign-up.
            <br />
            Only you and people you invite can see it. It is deleted after a day without use.
          </p>
          {isPublic && (
            <p className="mt-1 text-sm text-ink-3">
              This is a public demo and may be reset at any time. Enter nothing confidential.
            </p>
          )}
        </div>
      )}
      {hasDemoUsers && !hasWorlds && <div className="mt-6">{demoUsers}</div>}
      {(hasCompanySignIn || !hasDemoUsers) && (
        <p className={hasDemoUsers ? 'mt-2' : 'mt-6'}>
          <Button
            kind={!hasCompanySignIn ? 'off' : hasDemoUsers ? 'outline' : 'primary'}
            size="large"
            disabled={hasCompanySignIn && !isHydrated}
            aria-disabled={!hasCompanySignIn || undefined}
            aria-describedby={hasCompanySignIn ? undefined : 'company-off'}
            onClick={hasCompanySignIn ? () => enter('oidc') : undefined}
          >
            {!hasCompanySignIn && <Lock />}
            Company sign-in
          </Button>
        </p>
      )}
      {!hasCompanySignIn && !hasDemoUsers && (
        <p id="company-off" className="mt-2 text-sm text-ink-3">
          Company sign-in is not configured. Ask your administrator to set an OIDC issuer.
        </p>
      )}
      {hasDemoUsers && tries.length > 0 && <Tries tries={tries} isHydrated={isHydrated} onTour={enterWorld} />}
      {hasWorlds && (
        <div className="mt-auto pt-6">
          <details className="group border-b border-hairline" open={error !== undefined}>
            <summary className="flex min-h-11 list-none items-center gap-2 sm:min-h-10 [&::-webkit-details-marker]:hidden">
              <ChevronRight className="size-3.5 text-ink-3 group-open:rotate-90" />
              Sign in with a role or a password
            </summary>
            <p className="mb-4 text-sm text-ink-3">These four share one demo: everyone sees what the others do.</p>
            <div className="pb-6">{demoUsers}</div>
          </details>
        </div>
      )}
    </>
  )
}

type TriesProps = { tries: readonly Try[]; isHydrated: boolean; onTour: (key: string) => void }

function Tries({ tries, isHydrated, onTour }: TriesProps) {
  const row =
    'grid min-h-[52px] w-full grid-cols-[24px_minmax(0,1fr)_16px] items-center gap-2 py-1.5 text-left no-underline hover:bg-hover focus-visible:-outline-offset-2'
  return (
    <section className="mt-8" aria-labelledby="tries">
      <h2 id="tries">Worth trying first</h2>
      <ol className="mt-2 border-b border-hairline">
        {tries.map((one, index) => {
          const inner = (
            <>
              <span className="text-sm text-ink-3">{index + 1}</span>
              <span>
                <span className="font-label">{one.title}</span>
                <br />
                <span className="text-sm text-ink-3">{one.sentence}</span>
              </span>
              <ChevronRight className="size-3.5 text-ink-3" />
            </>
          )
          return (
            <li key={one.title} className="border-t border-hairline">
              {one.path === undefined ? (
                <button type="button" className={row} disabled={!isHydrated} onClick={() => onTour(one.tour)}>
                  {inner}
                </button>
              ) : (
                <a className={row} href={`/sign-in?callbackUrl=${encodeURIComponent(one.path)}`}>
                  {inner}
                </a>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type DemoUsersProps = {
  /** Whether the first is the page's one primary action. */
  hasPrimary: boolean
  isHydrated: boolean
  onChoose: (role: DefaultRole) => void
}

/** All look like buttons. */
function DemoUsers({ hasPrimary, isHydrated, onChoose }: DemoUsersProps) {
  return (
    <>
      <h2 id="continue-as">Continue as</h2>
      <ul aria-labelledby="continue-as" className="mt-2 overflow-hidden rounded-2 border border-control">
        {demoRoles.map((role, index) => {
          const isPrimary = hasPrimary && index === 0
          return (
            <li key={role} className="not-first:border-t not-first:border-hairline">
              <button
                type="button"
                disabled={!isHydrated}
                className={`grid min-h-11 w-full grid-cols-[88px_minmax(0,1fr)_16px] items-center gap-2 px-3 py-2 text-left focus-visible:-outline-offset-2 sm:py-0 ${isPrimary ? 'bg-env text-env-on outline-env-on hover:bg-env-hover' : 'hover:bg-hover'}`}
                onClick={() => onChoose(role)}
              >
                <b>{capitalized(role)}</b> <span className={isPrimary ? '' : 'text-ink-2'}>{rolePurposes[role]}</span>
                <ChevronRight className="size-3.5" />
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
