/** Roles of a company's own (ROLES): groups of its sign-in, the rights that they give, and how far these go. */
import * as z from 'zod/mini'
import { compareDecimals } from '../../domain/decimals'
import { amountPattern } from '../../domain/values'
import { idIn } from '../../provider/destinations'
import { type WriteName, writeRowOf } from '../../provider/operations'
import { isRight, isRole, type OwnRoleName, type Role, rights, roleNames, writeRights } from '../../provider/roles'
import type { Moved } from '../../provider/summaries'

const Texts = z.array(z.string().check(z.minLength(1))).check(z.minLength(1))
const OwnRole = z.strictObject({
  /** What the claim names; by default the role's own name. */
  groups: z.optional(Texts),
  rights: z.array(z.enum(rights)).check(z.minLength(1)),
  /** The only profiles for which its holders write. */
  profiles: z.optional(Texts),
  /** The most that one request of its holders moves, by asset. */
  amounts: z.optional(
    z.record(z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)), z.string().check(z.regex(amountPattern))),
  ),
})
export type OwnRole = z.output<typeof OwnRole>
export type OwnRoles = Readonly<Record<OwnRoleName, OwnRole>>

const namePattern = /^[a-z][a-z0-9-]{0,39}$/

/** What is wrong with a role, as the end of a sentence. */
function mistakeIn(given: unknown): string | undefined {
  const { data: role, error } = z.safeParse(OwnRole, given)
  if (error) {
    const [issue] = error.issues
    if (issue?.code === 'unrecognized_keys')
      return 'has a member that is unknown: there are groups, rights, profiles and amounts'
    const [member] = issue?.path ?? []
    if (member === 'rights') return `needs rights, a list of some of ${rights.join(', ')}`
    if (member === 'amounts') return 'needs amounts by asset, such as {"USD": "50000.00"}'
    if (member === 'groups' || member === 'profiles') return `needs ${member} as a list of texts`
    return 'must be an object, such as {"groups": ["desk"], "rights": ["read"]}'
  }
  const writes = role.rights.filter((right) => writeRights.includes(right))
  if (!role.rights.includes('read')) return 'needs the right read: without it no page opens'
  if ((writes.length > 0 || role.rights.includes('approve')) && !role.rights.includes('requests'))
    return 'needs the right requests, to see what becomes of what its holders send or decide'
  if ((role.profiles || role.amounts) && writes.length === 0)
    return `has profiles or amounts, which only narrow ${writeRights.join(', ')}`
  if (role.groups?.some(isRole)) return 'has a group that is named like a role of Mintdesk, which people would have too'
  return undefined
}

/** The roles in ROLES, a JSON object by name. Problems name a role, never another part of the value. */
export function ownRolesOf(text: string | undefined, problems: string[]): OwnRoles {
  const own: Record<OwnRoleName, OwnRole> = {}
  if (!text?.trim()) return own
  const example = 'such as {"payouts": {"groups": ["payout-desk"], "rights": ["read", "requests", "order"]}}'
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    // Said below.
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    problems.push(`ROLES must be a JSON object, ${example}.`)
    return own
  }
  for (const [name, value] of Object.entries(given)) {
    if (!namePattern.test(name) || isRole(name) || isRight(name)) {
      problems.push(
        'ROLES has a role whose name cannot be used. A name has at most 40 small letters, digits and hyphens, and is none of the roles and rights of Mintdesk.',
      )
      continue
    }
    const mistake = mistakeIn(value)
    if (mistake) problems.push(`ROLES: the role ${name} ${mistake}.`)
    else own[`own:${name}`] = z.parse(OwnRole, value)
  }
  return own
}

const isOwn = (name: string, own: OwnRoles): name is OwnRoleName => Object.hasOwn(own, name)

/** The roles of one's own that a claim names. */
export const claimedOwnRoles = (named: readonly unknown[], own: OwnRoles): OwnRoleName[] =>
  Object.keys(own)
    .filter((name) => isOwn(name, own))
    .filter((name) => (own[name]?.groups ?? roleNames([name])).some((group) => named.includes(group)))

/** The roles in a text of the database, with the rights of own ones; one that is not set up any more grants nothing. */
export const rolesIn = (text: string, own: OwnRoles): Role[] => [
  ...new Set(
    text.split(' ').flatMap((name): Role[] => {
      if (isRole(name)) return [name]
      return isOwn(name, own) ? [name, ...(own[name]?.rights ?? [])] : []
    }),
  ),
]

const allOf = new Intl.ListFormat('en', { type: 'conjunction' })

/** Why a role does not go as far as a write; undefined if it does. */
function excessOf(name: OwnRoleName, own: OwnRole, write: WriteName, moved: Moved): string | undefined {
  const { profiles, amounts } = own
  const role = `Your role ${roleNames([name])}`
  // What names no profile, such as a fiat account, is not narrowed by profiles.
  const isWithin = (id: string | undefined) => profiles?.some((one) => one.toLowerCase() === id)
  const isForeign = moved.parties.some((party) => party.kind === 'profile' && !isWithin(idIn(party)))
  const only = `${role} acts only for the profile${profiles && profiles.length > 1 ? 's' : ''} ${allOf.format(profiles ?? [])}`
  if (profiles && isForeign) return `${only}.`
  if (profiles && moved.parties.some(({ as, kind }) => as === 'source' && kind === 'deposits'))
    return `${only}, and whose deposits the request draws from is not known before.`
  if (!amounts || writeRowOf(write).moves.money === null) return undefined
  const limited = moved.amounts.flatMap(({ asset, amount }) => {
    const most = Object.hasOwn(amounts, asset) ? amounts[asset] : undefined
    return most === undefined ? [] : [{ asset, amount, most }]
  })
  if (limited.length === 0)
    return `${role} has limits in ${allOf.format(Object.keys(amounts))}, and this request moves none of them.`
  for (const { asset, amount, most } of limited) {
    const moves =
      amount === undefined ? 'how much this one moves is not known before' : `this one moves ${amount} ${asset}`
    if (amount === undefined || (compareDecimals(amount, most) ?? 1) > 0)
      return `${role} sends at most ${most} ${asset} in one request, and ${moves}.`
  }
  return undefined
}

/**
 * Why none of a person's roles goes as far as a write.
 * @param text their roles, as the database has them
 * @returns undefined if one does, or if none gives the right at all, which is refused elsewhere
 */
export function excess(text: string, own: OwnRoles, write: WriteName, moved: Moved): string | undefined {
  const needed = writeRowOf(write).roles
  const reasons = text.split(' ').flatMap((name) => {
    if (!isOwn(name, own)) return isRole(name) && needed.includes(name) ? [undefined] : []
    const role = own[name]
    return role?.rights.some((right) => needed.includes(right)) ? [excessOf(name, role, write, moved)] : []
  })
  return reasons.includes(undefined) ? undefined : reasons[0]
}
