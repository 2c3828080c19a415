import { SettingsFrame } from '@/components/settings/settings-frame'
import { TeamPage } from '@/components/team/team-page'
import { teamPage } from '@/lib/console/page-session'
import { teamRows } from '@/lib/features/team/operations'
import { readersPage, titled } from '../../session-page'

export const generateMetadata = titled('Desk')

export default readersPage(
  'Desk',
  async ({ environment, person, roles }) => (
    <SettingsFrame environment={environment} roles={roles}>
      <TeamPage environment={environment} person={person} {...(await teamPage())} />
    </SettingsFrame>
  ),
  teamRows.changeTeamSettings.roles,
)
