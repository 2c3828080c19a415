/** What the sign-in page may offer, and how the service behind it is. */
import { request } from 'undici'
import type { Environment } from '../api/environments'
import { homeEnvironment } from './page-session'
import { settings } from './settings'
import { once } from './state'

export type SignInChoices = {
  hasDemoUsers: boolean
  hasCompanySignIn: boolean
  isProductionConfigured: boolean
  environment: Environment
  isEmbedded: boolean
  /** How the sandbox is; production is not called for visitors who are not signed in. */
  service?: ServiceState
}

/** Any HTTP answer counts: this asks whether somebody is there, not whether we may come in. */
type ServiceState = { answers: true; millis: number } | { answers: false }

/** Milliseconds for which one look at the service serves every visitor, so that nobody can hammer it through us. */
const lookLasts = 5_000
const looks = () => once('looks', () => ({ at: 0, state: Promise.resolve<ServiceState>({ answers: false }) }))

function lastLook(): Promise<ServiceState> {
  const look = looks()
  if (Date.now() - look.at > lookLasts) {
    look.at = Date.now()
    look.state = serviceState('sandbox')
  }
  return look.state
}

async function serviceState(environment: Environment): Promise<ServiceState> {
  const credential = settings().credentials[environment]
  if (!credential) return { answers: false }
  const began = performance.now()
  try {
    const { body } = await request(`${credential.baseUrl}/v2/transfer/transfers`, {
      signal: AbortSignal.timeout(2_000),
    })
    await body.dump()
    return { answers: true, millis: Math.round(performance.now() - began) }
  } catch {
    return { answers: false }
  }
}

/** @returns what is open at this console; nothing in it is secret */
export async function signInChoices(): Promise<SignInChoices> {
  const { hasDemoUsers, companySignIn, credentials, isEmbedded } = settings()
  const environment = homeEnvironment()
  return {
    hasDemoUsers,
    hasCompanySignIn: companySignIn !== undefined,
    isProductionConfigured: credentials.production !== undefined,
    environment,
    isEmbedded,
    service: environment === 'sandbox' ? await lastLook() : undefined,
  }
}
