/** Who a person can be here. Which role may do what stands beside each operation, in operations.ts. */
export const roles = ['support', 'treasury', 'approver', 'admin'] as const
export type Role = (typeof roles)[number]

export const isRole = (text: unknown): text is Role => roles.some((role) => role === text)

/** What each role is for, in the words of the sign-in page. */
export const rolePurposes: Record<Role, string> = {
  treasury: 'places orders, makes rules and accounts',
  support: 'looks up transfers and quotes',
  approver: 'reads and decides',
  admin: 'everything, and settings',
}
