import { IssuerQuoteList } from '@/components/issuer-quotes/issuer-quote-list'
import { listRead } from '@/components/list/list-read'
import { issuerQuoteSource } from '@/components/records/issuer-quote-reads'
import { presetsQuery } from '@/lib/browser/intents'
import { sessionPage, titled } from '../session-page'

export const generateMetadata = titled('Issuer quotes')

export default sessionPage(
  ({ environment }) => <IssuerQuoteList environment={environment} />,
  (environment, params) => [
    listRead(environment, issuerQuoteSource, params, 'UTC'),
    presetsQuery(environment, 'profile'),
  ],
)
