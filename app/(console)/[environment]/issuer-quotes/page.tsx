import { IssuerQuoteList } from '@/components/issuer-quotes/issuer-quote-list'
import { sessionPage, titled } from '../session-page'

export const generateMetadata = titled('Issuer quotes')

export default sessionPage(({ environment }) => <IssuerQuoteList environment={environment} />)
