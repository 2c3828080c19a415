import { ReconcilePage } from '@/components/lookup/reconcile-page'
import { sessionPage, titled } from '../../session-page'

export const generateMetadata = titled('Reconcile a file')

export default sessionPage(({ environment }) => <ReconcilePage environment={environment} />)
