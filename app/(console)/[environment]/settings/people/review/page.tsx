import { AccessReview } from '@/components/people/access-review'
import { consoleRow } from '@/lib/features/operations'
import { readersPage, titled } from '../../../session-page'

export const generateMetadata = titled('Access review')

export default readersPage(
  'Access review',
  ({ environment, name, roles }) => <AccessReview {...{ environment, name, roles }} />,
  consoleRow('readPeople').roles,
)
