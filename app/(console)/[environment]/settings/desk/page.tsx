import { SettingsFrame } from '@/components/settings/settings-frame'
import { TeamPage } from '@/components/team/team-page'
import { teamPage } from '@/lib/console/page-session'
import { consoleRow } from '@/lib/features/operations'
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
