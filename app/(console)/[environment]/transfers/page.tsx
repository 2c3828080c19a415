import { listRead } from '@/components/list/list-read'
import { transferSource } from '@/components/records/transfer-reads'
import { TransferList } from '@/components/transfers/transfer-list'
import { presetsQuery } from '@/lib/browser/intents'
import { sessionPage, titled } from '../session-page'

export const generateMetadata = titled('Transfers')

export default sessionPage(
  ({ environment }) => <TransferList environment={environment} />,
  (environment, params) => [listRead(environment, transferSource, params, 'UTC'), presetsQuery(environment, 'profile')],
)
