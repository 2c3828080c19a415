import { CreatedRecords } from '@/components/activity/created-records'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Orders')

export default readersPage('Orders', ({ environment, roles }) => (
  <CreatedRecords environment={environment} roles={roles} creates="createOrder" />
))
