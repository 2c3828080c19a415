import { FiatAccountForm } from '../../../forms'
import { type FormPageProps, formMetadata, readFormPage } from '../../../session-page'

export const generateMetadata = (props: FormPageProps) => formMetadata(props, 'New fiat account', 'Review fiat account')

export default async function Page(props: FormPageProps) {
  return <FiatAccountForm {...(await readFormPage(props))} />
}
