/** What was asked for here: newest first. */
export const dynamic = 'force-dynamic'

export { listIntents as GET } from '@/lib/server/activity'
