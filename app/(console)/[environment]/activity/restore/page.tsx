import { HoldPage } from '@/components/hold/hold-page'
import { readersPage, titled } from '../../session-page'

export const generateMetadata = titled('Restored copy')

export default readersPage('Restored copy', ({ environment, environments, person, roles }) => (
  <HoldPage environment={environment} environments={environments} person={person} roles={roles} />
))
