/** Sends an intent that was recorded and never left. */
export const dynamic = 'force-dynamic'

export { sendIntent as POST } from '@/lib/server/activity'
