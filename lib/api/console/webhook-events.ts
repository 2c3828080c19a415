/** What webhooks tell of. */

/**
 * What is told, by the `type` of a message. Each change of a transfer has the first of these that describes it; a movement of
 * money, each state that its transfers bring it into.
 */
export const webhookEvents = {
  'transfer.travel_rule_requested': 'Travel rule information requested',
  'transfer.approval_needed': 'Approval needed',
  'transfer.failed': 'Transfer failed',
  'transfer.completed': 'Transfer completed',
  'transfer.changed': 'Any other change of a transfer',
  'movement.waiting': 'Movement waits for someone',
  'movement.failed': 'Movement failed',
  'movement.unexplained': 'Money of a movement does not add up',
  'movement.arrived': 'Movement arrived',
  'request.outcome_unknown': 'Outcome of a request unknown',
  'request.approval_needed': 'Request waits for approval',
  'request.approved': 'Request approved and sent',
  'request.declined': 'Request declined',
  'request.expired': 'Request not approved in time',
  'request.withdrawn': 'Request withdrawn while it waited',
} as const
export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]
