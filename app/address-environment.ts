import { headers } from 'next/headers'
import { type Environment, isEnvironment } from '@/lib/api/environments'
import { isConfigured } from '@/lib/server/page-session'

/** The environment that the address names, configured or not. */
export async function namedEnvironment(): Promise<Environment | undefined> {
  const named = (await headers()).get('x-mintdesk-environment')
  return isEnvironment(named) ? named : undefined
}

/** The environment in the address, if it names one that is configured. */
export async function addressEnvironment(): Promise<Environment | undefined> {
  const named = await namedEnvironment()
  return named && (await isConfigured(named)) ? named : undefined
}
