import { ApprovalsPage } from '@/components/approvals/approvals-page'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Approvals')

export default readersPage('Approvals', ({ environment, person }) => (
  <ApprovalsPage environment={environment} person={person} />
))
