import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import { millisOf } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'

const atSecond = (millis: number) => new Date(millis).toISOString().replace(/\.\d+Z$/, 'Z')

/** The transfers of the hour that began when an intent was sent: what came of it would be among them. */
export function transfersAround(environment: Environment, { sent_at, created_at }: Intent): string {
  const from = millisOf(sent_at ?? created_at)
  const range = { 'created_at.gte': atSecond(from), 'created_at.lt': atSecond(from + 3_600_000) }
  return hrefOf(`/${environment}/transfers`, new URLSearchParams(range))
}
