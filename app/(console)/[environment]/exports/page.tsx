import { ExportsPage } from '@/components/exports/exports-page'
import { sessionPage, titled } from '../session-page'

export const generateMetadata = titled('Exports')

export default sessionPage(({ environment }) => <ExportsPage environment={environment} />)
