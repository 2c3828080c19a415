import { type FormPageProps, formMetadata, readFormPage } from '../../../form-page'
import { FiatAccountForm } from '../../../forms'

export const generateMetadata = (props: FormPageProps) => formMetadata(props, 'fiat account')

export default async function Page(props: FormPageProps) {
  return <FiatAccountForm {...(await readFormPage(props))} />
}
