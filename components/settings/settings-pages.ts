import { settingsRoles } from '@/lib/api/console/connection'
import { activityReaders } from '@/lib/api/console/intents'
import { webhookRoles } from '@/lib/api/console/webhooks'
import type { Role } from '@/lib/api/roles'

/** A page of the settings: `segment` follows the environment in its address. */
export type SettingsPage = { segment: string; name: string; roles: readonly Role[] }

/** The pages of the settings, in the order of their tabs. A new one is one entry here. */
export const settingsPages: readonly SettingsPage[] = [
  { segment: 'settings/policies', name: 'Policies', roles: activityReaders },
  { segment: 'webhooks', name: 'Webhooks', roles: webhookRoles },
  { segment: 'settings/connection', name: 'Connection', roles: settingsRoles },
  { segment: 'settings/desk', name: 'Desk', roles: settingsRoles },
]

export const settingsPagesFor = (roles: readonly Role[]): readonly SettingsPage[] =>
  settingsPages.filter((page) => page.roles.some((role) => roles.includes(role)))
