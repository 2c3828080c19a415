'use client'
import { ChevronRight, Eye, EyeOff, Lock } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useHydrated } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { ErrorSummary, Field } from '@/components/ui/field'
import { type Role, rolePurposes } from '@/lib/api/roles'
import { clearFormDrafts } from '@/lib/browser/form-drafts'
import { onSignedOut } from '@/lib/browser/signed-out'
import { errorSentence } from './error-sentence'

/** What went wrong: at a field, or with the sign-in as a whole. `at` tells one try from the next. */
type Trouble = { at: number; username?: string; password?: string; whole?: string }

type SignInFormProps = {
  hasDemoUsers: boolean
  hasCompanySignIn: boolean
  callbackUrl: string
  error?: string
}

const demoPassword = 'demo'
const wrong = 'Name and password do not go together. Check both.'
const unreached = 'Mintdesk did not answer, so nothing was checked. Try again.'

/** Every way in that is open here: as a demo user in one click, with a name, or through the company. */
export function SignInForm({ hasDemoUsers, hasCompanySignIn, callbackUrl, error }: SignInFormProps) {
  const [trouble, setTrouble] = useState<Trouble | undefined>(
    error ? { at: 0, whole: errorSentence(error) } : undefined,
  )
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const [isBusy, setBusy] = useState(false)
  // Pressed before, a button would do nothing; and the browser itself would send the form, with the password in the address.
  const isAwake = useHydrated()
  // A tab may wait here with what was typed before its session ended.
  useEffect(() => onSignedOut(clearFormDrafts), [])

  function fail(what: Omit<Trouble, 'at'>) {
    setBusy(false)
    setTrouble({ at: Date.now(), ...what })
    document.title = `Error: ${document.title.replace(/^Error: /, '')}`
  }

  async function enter(provider: 'demo' | 'oidc', credentials: { username?: string; password?: string } = {}) {
    if (isBusy) return
    setBusy(true)
    try {
      const { signIn } = await import('next-auth/react')
      const result = await signIn(provider, { ...credentials, callbackUrl, redirect: provider === 'oidc' })
      // The company's sign-in leaves this page by itself.
      if (provider === 'oidc') return
      if (result?.ok && !result.error) return window.location.assign(callbackUrl)
      fail(result?.error === 'CredentialsSignin' ? { password: wrong } : { whole: errorSentence(result?.error ?? '') })
    } catch {
      fail({ whole: unreached })
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      username: username.trim() ? undefined : 'Enter a username.',
      password: password ? undefined : 'Enter the password.',
    }
    if (missing.username || missing.password) return fail(missing)
    void enter('demo', { username: username.trim(), password })
  }

  return (
    <>
      {trouble && (
        <div className="mb-6">
          <ErrorSummary focusKey={trouble.at}>
            <ul>
              {trouble.whole && <li>{trouble.whole}</li>}
              {trouble.username && (
                <li>
                  <a href="#username">{trouble.username}</a>
                </li>
              )}
              {trouble.password && (
                <li>
                  <a href="#password">{trouble.password}</a>
                </li>
              )}
            </ul>
          </ErrorSummary>
        </div>
      )}
      {hasDemoUsers && (
        <>
          <DemoUsers isAwake={isAwake} onChoose={(role) => enter('demo', { username: role, password: demoPassword })} />
          <p className="my-6 flex items-center gap-3 text-ink-3 before:flex-1 before:border-t before:border-hairline after:flex-1 after:border-t after:border-hairline">
            or with a name
          </p>
          <form noValidate onSubmit={submit} className="grid gap-5">
            <Field
              id="username"
              label="Username"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              error={trouble?.username}
              onChange={({ target }) => setUsername(target.value)}
            />
            <Field
              id="password"
              label="Password"
              name="password"
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              value={password}
              error={trouble?.password}
              hint={
                <>
                  Every demo user's password is <span className="font-mono">{demoPassword}</span>
                </>
              }
              onChange={({ target }) => setPassword(target.value)}
              act={
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
            <Button type="submit" size="large" disabled={!isAwake} aria-busy={isBusy || undefined} className="mt-1">
              Sign in
            </Button>
          </form>
        </>
      )}
      <CompanySignIn
        isOpen={hasCompanySignIn}
        isOnly={!hasDemoUsers}
        isAwake={isAwake}
        onChoose={() => enter('oidc')}
      />
    </>
  )
}

const demoRoles: readonly Role[] = ['treasury', 'support', 'approver', 'admin']

type DemoUsersProps = { isAwake: boolean; onChoose: (role: Role) => void }

function DemoUsers({ isAwake, onChoose }: DemoUsersProps) {
  return (
    <>
      <h2 id="continue-as">Continue as</h2>
      <ul aria-labelledby="continue-as" className="mt-2 overflow-hidden rounded-2 border border-control">
        {demoRoles.map((role) => (
          <li key={role} className="not-first:border-t not-first:border-hairline">
            <button
              type="button"
              disabled={!isAwake}
              className="grid min-h-11 w-full grid-cols-[88px_minmax(0,1fr)_16px] items-center gap-2 px-3 text-left -outline-offset-2! hover:bg-hover max-sm:py-2"
              onClick={() => onChoose(role)}
            >
              <b>{role.charAt(0).toUpperCase() + role.slice(1)}</b>{' '}
              <span className="text-ink-2">{rolePurposes[role]}</span>
              <ChevronRight className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type CompanySignInProps = { isOpen: boolean; isOnly: boolean; isAwake: boolean; onChoose: () => void }

function CompanySignIn({ isOpen, isOnly, isAwake, onChoose }: CompanySignInProps) {
  if (isOpen) {
    return (
      <p className={isOnly ? '' : 'mt-2'}>
        <Button kind={isOnly ? 'primary' : 'outline'} size="large" disabled={!isAwake} onClick={onChoose}>
          Company sign-in
        </Button>
      </p>
    )
  }
  return (
    <>
      <p className="mt-2">
        <Button kind="off" size="large" aria-disabled="true" aria-describedby="company-off">
          <Lock />
          Company sign-in
        </Button>
      </p>
      <p id="company-off" className="mt-2 text-sm text-ink-3">
        Company sign-in needs an OIDC issuer. The person who runs this console sets it.
      </p>
    </>
  )
}
