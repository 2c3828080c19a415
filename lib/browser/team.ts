/** What the desk has set, as the page's server knows it: the same for everyone in a console. */
import type { TeamSettings } from '../features/team/interface'

let team: TeamSettings = {}

export const noteTeam = (settings: TeamSettings): void => {
  team = settings
}

export const teamSettings = (): TeamSettings => team
