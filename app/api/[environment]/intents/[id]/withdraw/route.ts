/** Ends an intent that was recorded and never left. */
export const dynamic = 'force-dynamic'

export { withdrawIntent as POST } from '@/lib/server/activity'
