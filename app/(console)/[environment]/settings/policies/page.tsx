import { PoliciesPage } from '@/components/approvals/policies-page'
import { SettingsFrame } from '@/components/settings/settings-frame'
import { policyRoles } from '@/lib/api/approval'
import { readersPage, titled } from '../../session-page'

export const generateMetadata = titled('Policies')

export default readersPage('Policies', ({ environment, person, roles }) => (
  <SettingsFrame environment={environment} roles={roles}>
    <PoliciesPage
      environment={environment}
      person={person}
      mayChange={roles.some((role) => policyRoles.includes(role))}
    />
  </SettingsFrame>
))
