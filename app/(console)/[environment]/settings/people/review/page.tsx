import { AccessReview } from '@/components/settings/access-review'
import { consoleRow } from '@/lib/api/console/operations'
import { readersPage, titled } from '../../../session-page'

export const generateMetadata = titled('Access review')

export default readersPage(
  'Access review',
  ({ environment, name, roles }) => <AccessReview {...{ environment, name, roles }} />,
  consoleRow('readPeople').roles,
)
