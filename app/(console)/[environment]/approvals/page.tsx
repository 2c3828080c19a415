import { readersPage, titled } from '../session-page'
import { Inbox } from './inbox'

export const generateMetadata = titled('Approvals')

export default readersPage('Approvals', ({ environment, person, roles, confirmAbove }) => (
  <Inbox environment={environment} person={person} roles={roles} confirmAbove={confirmAbove} />
))
