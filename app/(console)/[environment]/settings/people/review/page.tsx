import { AccessReview } from '@/components/people/access-review'
import { peopleRows } from '@/lib/features/people/operations'
import { readersPage, titled } from '../../../session-page'

export const generateMetadata = titled('Access review')

export default readersPage(
  'Access review',
  ({ environment, name, roles }) => <AccessReview environment={environment} name={name} roles={roles} />,
  peopleRows.readPeople.roles,
)
