import { headers } from 'next/headers'
import { type Environment, isEnvironment } from '@/lib/api/environments'

/** The environment in the address, if it names one. */
export async function addressEnvironment(): Promise<Environment | undefined> {
  const named = (await headers()).get('x-mintdesk-environment')
  return isEnvironment(named) ? named : undefined
}
