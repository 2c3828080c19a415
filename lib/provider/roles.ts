/** Rights, and the roles that are sets of them. Each row of the operations names the rights of which one suffices. */
export const rights = [
  'read',
  'look-up',
  'export',
  'note',
  'requests',
  'order',
  'accounts',
  'rules',
  'approve',
  'configure',
  'audit',
] as const
export type Right = (typeof rights)[number]

export const roles = ['support', 'treasury', 'approver', 'admin', 'auditor'] as const
export type DefaultRole = (typeof roles)[number]

/** A role that a company defines (ROLES). */
export type OwnRoleName = `own:${string}`

/** What a person holds. A role of a company's own is held with its rights, each of which is also a role: the one that has only it. */
export type Role = DefaultRole | OwnRoleName | Right

const reading = ['read', 'look-up', 'export'] as const

/** The rights of each default role. */
export const roleRights: Record<DefaultRole, readonly Right[]> = {
  support: [...reading, 'note'],
  treasury: [...reading, 'note', 'requests', 'order', 'accounts', 'rules'],
  approver: [...reading, 'note', 'requests', 'approve'],
  admin: rights,
  auditor: [...reading, 'requests', 'audit'],
}

/** What each role can do, as shown on the sign-in page. */
export const rolePurposes: Record<DefaultRole, string> = {
  treasury: 'creates orders, rules and fiat accounts',
  support: 'looks up transfers and quotes',
  approver: 'approves what others request',
  admin: 'everything, including webhooks',
  auditor: 'reads everything, changes nothing',
}

/** The rights by which a person changes what others see, in whatever way. Whoever has none of them only reads. */
export const changingRights: readonly Right[] = ['note', 'order', 'accounts', 'rules', 'approve', 'configure']

/** The rights by which a person sends writes to the provider. */
export const writeRights: readonly Right[] = ['order', 'accounts', 'rules']

export const isRole = (text: unknown): text is DefaultRole => roles.some((role) => role === text)
export const isRight = (text: unknown): text is Right => rights.some((right) => right === text)

/** Who has one of these rights. */
export const rolesWith = (...wanted: readonly Right[]): readonly Role[] => [
  ...roles.filter((role) => wanted.some((right) => roleRights[role].includes(right))),
  ...wanted,
]

/** Roles as people know them: by name, without the rights that a role of a company's own brings. */
export const roleNames = (held: readonly Role[]): string[] =>
  held.filter((role) => !isRight(role)).map((role) => role.replace(/^own:/, ''))
