import { WishForm } from '@/components/money/wish-start'
import { activityWriters } from '@/lib/api/intents'
import { readersPage, titled } from '../../session-page'

export const generateMetadata = titled('Move money')

export default readersPage('Move money', (session) => <WishForm session={session} />, activityWriters)
