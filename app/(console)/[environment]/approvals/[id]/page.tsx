import { ReadersOnly } from '@/components/activity/readers-only'
import { ApprovalsPage } from '@/components/approvals/approvals-page'
import { decodedSegment } from '@/lib/browser/pages'
import { pageSession } from '@/lib/console/page-session'
import { titled } from '../../session-page'

export const generateMetadata = titled('Approvals')

export default async function Page({ params }: { params: Promise<{ environment: string; id: string }> }) {
  const { environment: named, id } = await params
  const { environment, person, roles } = await pageSession(named)
  return (
    <ReadersOnly title="Approvals" roles={roles}>
      <ApprovalsPage environment={environment} person={person} selected={decodedSegment(id)} />
    </ReadersOnly>
  )
}
