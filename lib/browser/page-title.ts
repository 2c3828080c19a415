/** The title of a page: the environment first, so that tabs and history cannot be mistaken. */
import type { Environment } from '../api/environments'

const words: Record<Environment, string> = { sandbox: '[Sandbox]', production: '[PRODUCTION]' }

/** `[Sandbox] Transfers - Mintdesk` */
export const pageTitle = (environment: Environment, name: string) => `${words[environment]} ${name} - Mintdesk`
