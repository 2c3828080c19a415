import { AccessReview } from '@/components/settings/access-review'
import { accessReaders } from '@/lib/api/console/people'
import { readersPage, titled } from '../../../session-page'

export const generateMetadata = titled('Access review')

export default readersPage(
  'Access review',
  ({ environment, name }) => <AccessReview {...{ environment, name }} />,
  accessReaders,
)
