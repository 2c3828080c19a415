'use client'
import { IntentPage } from '@/components/activity/intent-page'
import { ApprovalsPage } from '@/components/approvals/approvals-page'
import { ConfirmationFigure } from '@/components/forms/form-context'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'

type InboxProps = {
  environment: Environment
  person: string
  roles: readonly Role[]
  confirmAbove: string
  /** The request that the address names. */
  selected?: string
}

/** What waits for approval, beside the page of the request that is open. */
export function Inbox({ environment, selected, confirmAbove, ...session }: InboxProps) {
  return (
    <ConfirmationFigure figure={confirmAbove}>
      <ApprovalsPage environment={environment} selected={selected}>
        {(id) => (
          <IntentPage key={id} environment={environment} id={id} {...session} pane={{ isChosen: id === selected }} />
        )}
      </ApprovalsPage>
    </ConfirmationFigure>
  )
}
