import { ActivityPage } from '@/components/activity/activity-page'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Activity')

export default readersPage('Activity', ({ environment, person, roles }) => (
  <ActivityPage environment={environment} person={person} roles={roles} />
))
