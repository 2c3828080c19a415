import { CreatedRecords } from '@/components/activity/created-records'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Fiat accounts')

export default readersPage('Fiat accounts', ({ environment, person, roles }) => (
  <CreatedRecords environment={environment} person={person} roles={roles} creates="createFiatAccount" />
))
