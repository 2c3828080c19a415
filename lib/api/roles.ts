/** The roles. Each row in operations.ts names the roles that may use it. */
export const roles = ['support', 'treasury', 'approver', 'admin'] as const
export type Role = (typeof roles)[number]

export const isRole = (text: unknown): text is Role => roles.some((role) => role === text)

/** What each role can do, as shown on the sign-in page. */
export const rolePurposes: Record<Role, string> = {
  treasury: 'creates orders, rules and fiat accounts',
  support: 'looks up transfers and quotes',
  approver: 'views transfers, quotes and activity',
  admin: 'everything, including webhooks',
}
