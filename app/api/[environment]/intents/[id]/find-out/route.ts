/** Asks the service what became of an intent, by the same reference. */
export const dynamic = 'force-dynamic'

export { findOutIntent as POST } from '@/lib/server/activity'
