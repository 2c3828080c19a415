import { IntentPage } from '@/components/activity/intent-page'
import { ReadersOnly } from '@/components/activity/readers-only'
import { ConfirmationFigure } from '@/components/forms/form-context'
import { pageSession } from '@/lib/console/page-session'
import { titled } from '../../session-page'

type PageProps = { params: Promise<{ environment: string; intent: string }> }

export const generateMetadata = titled('Activity')

export default async function Page({ params }: PageProps) {
  const { environment: named, intent } = await params
  const { environment, person, roles, confirmAbove } = await pageSession(named)
  return (
    <ReadersOnly title="Activity" roles={roles}>
      {/* Another intent is another page: nothing that was opened or typed on the one before stays. */}
      <ConfirmationFigure figure={confirmAbove}>
        <IntentPage key={intent} environment={environment} person={person} roles={roles} id={intent} />
      </ConfirmationFigure>
    </ReadersOnly>
  )
}
