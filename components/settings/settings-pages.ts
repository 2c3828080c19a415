import { activityReaders } from '@/lib/api/intents'
import { auditRows } from '@/lib/features/audit/operations'
import { connectionRows } from '@/lib/features/connection/operations'
import { peopleRows } from '@/lib/features/people/operations'
import { teamRows } from '@/lib/features/team/operations'
import { webhooksRows } from '@/lib/features/webhooks/operations'
import type { Role } from '@/lib/provider/roles'

/** A page of the settings: `segment` follows the environment in its address. */
export type SettingsPage = { segment: string; name: string; roles: readonly Role[] }

/** The pages of the settings, in the order of their tabs. A new one is one entry here. */
export const settingsPages: readonly SettingsPage[] = [
  { segment: 'settings/connection', name: 'Connection', roles: connectionRows.readConnection.roles },
  { segment: 'settings/people', name: 'People and sessions', roles: peopleRows.listSessions.roles },
  { segment: 'audit', name: 'Audit log', roles: auditRows.listAudit.roles },
  { segment: 'settings/policies', name: 'Policies', roles: activityReaders },
  { segment: 'webhooks', name: 'Webhooks', roles: webhooksRows.listWebhooks.roles },
  { segment: 'settings/desk', name: 'Desk', roles: teamRows.changeTeamSettings.roles },
]

export const settingsPagesFor = (roles: readonly Role[]): readonly SettingsPage[] =>
  settingsPages.filter((page) => page.roles.some((role) => roles.includes(role)))
