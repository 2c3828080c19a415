import { DepositForm } from '@/components/deposits/deposit-form'
import { type FormPageProps, formMetadata, readFormPage } from '../../../form-page'

export const generateMetadata = (props: FormPageProps) =>
  formMetadata(props, 'initiateSandboxFiatDeposit', 'New sandbox deposit')

export default async function Page(props: FormPageProps) {
  return <DepositForm {...(await readFormPage(props, 'initiateSandboxFiatDeposit'))} />
}
