import { FiatAccountForm } from '@/components/fiat-accounts/account-form'
import { type FormPageProps, formMetadata, readFormPage } from '../../../form-page'

export const generateMetadata = (props: FormPageProps) => formMetadata(props, 'createFiatAccount')

export default async function Page(props: FormPageProps) {
  return <FiatAccountForm {...(await readFormPage(props, 'createFiatAccount'))} />
}
