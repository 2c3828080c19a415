/** One intent with what was sent, what came, and what happened to it. */
export const dynamic = 'force-dynamic'

export { getIntent as GET } from '@/lib/server/activity'
