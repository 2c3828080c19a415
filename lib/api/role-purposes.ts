import type { DefaultRole } from './roles'

/** What each role can do, as shown on the sign-in page. */
export const rolePurposes: Record<DefaultRole, string> = {
  treasury: 'creates orders, rules and fiat accounts',
  support: 'looks up transfers and quotes',
  approver: 'approves what others request',
  admin: 'everything, including webhooks',
  auditor: 'reads everything, changes nothing',
}
