import { CreatedRecords } from '@/components/activity/created-records'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Rules')

export default readersPage('Rules', ({ environment, roles }) => (
  <CreatedRecords environment={environment} roles={roles} creates="createRule" />
))
