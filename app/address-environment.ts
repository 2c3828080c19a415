import { headers } from 'next/headers'
import { isConfigured } from '@/lib/console/page-session'
import { type Environment, isEnvironment } from '@/lib/provider/environments'

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
