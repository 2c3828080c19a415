import { SettingsFrame } from '@/components/settings/settings-frame'
import { TeamPage } from '@/components/settings/team-page'
import { consoleRow } from '@/lib/api/console/operations'
import { teamPage } from '@/lib/server/page-session'
import { readersPage, titled } from '../../session-page'

export const generateMetadata = titled('Desk')

export default readersPage(
  'Desk',
  async ({ environment, person, roles }) => (
    <SettingsFrame {...{ environment, roles }}>
      <TeamPage {...{ environment, person }} {...(await teamPage())} />
    </SettingsFrame>
  ),
  consoleRow('changeTeamSettings').roles,
)
