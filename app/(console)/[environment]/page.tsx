import { Overview } from '@/components/overview/overview'
import { sessionPage, titled } from './session-page'

export const generateMetadata = titled('Overview')

export default sessionPage(({ environment, person, roles, isDemo, mayRehearse, isWorld }) => (
  <Overview
    environment={environment}
    person={person}
    roles={roles}
    demo={isDemo ? { mayRehearse, isWorld } : undefined}
  />
))
