/** Names of profiles and templates of metadata. */
export const dynamic = 'force-dynamic'

export { dropFromBook as DELETE, keepInBook as PUT, listBook as GET } from '@/lib/server/activity'
