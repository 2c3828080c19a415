import { MovementList } from '@/components/money/movement-list'
import { mayWrite, writesOf } from '@/lib/provider/operations'
import { sessionPage, titled } from '../session-page'

export const generateMetadata = titled('Movements')

export default sessionPage(({ environment, roles }) => (
  <MovementList environment={environment} canPlan={writesOf('rule').some((write) => mayWrite(write, roles))} />
))
