/** The limits of held copies, and who may release one: what pages need without the schemas. */
import { type Role, rolesWith } from '../../provider/roles'

/** Who may reconcile and release. */
export const holdRoles: readonly Role[] = rolesWith('configure')

/** Minutes for which a reconciliation may be released upon: more may have been sent elsewhere since. */
export const reconciliationMinutes = 60
/** Days after a release in which forms say that requests may be missing here. */
export const reminderDays = 7
/** Rows of each list that a reconciliation keeps; the counts are whole. */
export const mostListed = 200
/** Requests named in one call, and characters of what a person says. */
export const maximumSent = 200
export const maximumStatement = 2_000

/** Why lists of the provider could not be compared, or not to their end. */
export const unreadLists = ({ environments }: { environments: readonly { problems: string[] }[] }): string[] =>
  environments.flatMap(({ problems }) => problems)
