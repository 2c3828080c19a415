/** What the sign-in page offers, and whether the provider answers. */
import { type Dispatcher, request } from 'undici'
import type { Environment } from '../../provider/environments'
import type { Clock } from '../clock'
import type { Settings } from '../settings'
import { openConnections } from '../upstream/connections'

export type SignInChoices = {
  hasDemoUsers: boolean
  hasCompanySignIn: boolean
  isProductionConfigured: boolean
  environment: Environment
  isEmbedded: boolean
  /** Whether a visitor can have a world of their own. */
  hasWorlds: boolean
  /** Whether strangers are invited to the demo. */
  isPublic: boolean
  /** Whether the sandbox answers; production is not called for visitors who are not signed in. */
  service?: ServiceState
}

/** Any HTTP answer counts: no credential is sent. */
type ServiceState = { answers: true; millis: number } | { answers: false }

/** Milliseconds for which one check serves every visitor, so that visitors cannot flood the provider through us. */
const checkLasts = 5_000

/** The environment that a person lands in: production if it is configured, else the sandbox. */
export const homeEnvironment = ({ credentials }: Pick<Settings, 'credentials'>): Environment =>
  credentials.production ? 'production' : 'sandbox'

/** @returns a function that says what this console offers; nothing in it is secret */
export function createSignInChoices(settings: Settings, clock: Clock): () => Promise<SignInChoices> {
  const { hasDemoUsers, companySignIn, credentials, isEmbedded, worldsToken, isOpenToOthers } = settings
  const environment = homeEnvironment(settings)
  const connections = openConnections(settings.proxy, {})
  let checkedAt = Number.NEGATIVE_INFINITY
  let state: Promise<ServiceState> = Promise.resolve({ answers: false })
  const lastState = () => {
    if (clock.steady() - checkedAt > checkLasts) {
      checkedAt = clock.steady()
      state = serviceState(credentials.sandbox?.baseUrl, connections)
    }
    return state
  }
  return async () => ({
    hasDemoUsers,
    hasCompanySignIn: companySignIn !== undefined,
    isProductionConfigured: credentials.production !== undefined,
    environment,
    isEmbedded,
    hasWorlds: worldsToken !== undefined,
    isPublic: hasDemoUsers && isOpenToOthers,
    service: environment === 'sandbox' ? await lastState() : undefined,
  })
}

async function serviceState(baseUrl: string | undefined, dispatcher: Dispatcher): Promise<ServiceState> {
  if (baseUrl === undefined) return { answers: false }
  const began = performance.now()
  try {
    const { body } = await request(`${baseUrl}/v2/transfer/transfers`, {
      dispatcher,
      signal: AbortSignal.timeout(2_000),
    })
    await body.dump()
    return { answers: true, millis: Math.round(performance.now() - began) }
  } catch {
    return { answers: false }
  }
}
