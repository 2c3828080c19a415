/** What a person knows of an intent from elsewhere. */
export const dynamic = 'force-dynamic'

export { noteIntent as POST } from '@/lib/server/activity'
