import { CreatedRecords } from '@/components/activity/created-records'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Orders')

export default readersPage('Orders', ({ environment, person, roles }) => (
  <CreatedRecords environment={environment} person={person} roles={roles} creates="createOrder" />
))
