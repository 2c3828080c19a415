import { type FormPageProps, formMetadata, readFormPage } from '../../../form-page'
import { OrderForm } from '../../../forms'

export const generateMetadata = (props: FormPageProps) => formMetadata(props, 'order')

export default async function Page(props: FormPageProps) {
  return <OrderForm {...(await readFormPage(props))} />
}
