import { CreatedRecords } from '@/components/activity/created-records'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Rules')

export default readersPage('Rules', ({ environment, person, roles }) => (
  <CreatedRecords environment={environment} person={person} roles={roles} creates="createRule" />
))
