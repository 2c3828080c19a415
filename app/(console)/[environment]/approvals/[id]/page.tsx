import { ReadersOnly } from '@/components/activity/readers-only'
import { decodedSegment } from '@/lib/browser/pages'
import { pageSession } from '@/lib/console/page-session'
import { titled } from '../../session-page'
import { Inbox } from '../inbox'

export const generateMetadata = titled('Approvals')

export default async function Page({ params }: { params: Promise<{ environment: string; id: string }> }) {
  const { environment: named, id } = await params
  const { environment, person, roles, confirmAbove } = await pageSession(named)
  return (
    <ReadersOnly title="Approvals" roles={roles}>
      <Inbox
        environment={environment}
        person={person}
        roles={roles}
        confirmAbove={confirmAbove}
        selected={decodedSegment(id)}
      />
    </ReadersOnly>
  )
}
