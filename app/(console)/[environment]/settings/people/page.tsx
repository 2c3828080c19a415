import { PeoplePage } from '@/components/people/people-page'
import { sessionPage, titled } from '../../session-page'

export const generateMetadata = titled('People and sessions')

export default sessionPage(({ environment, roles }) => <PeoplePage environment={environment} roles={roles} />)
