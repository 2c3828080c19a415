import { OrderForm } from '../../../forms'
import { type FormPageProps, formMetadata, readFormPage } from '../../../session-page'

export const generateMetadata = (props: FormPageProps) => formMetadata(props, 'New order', 'Review order')

export default async function Page(props: FormPageProps) {
  return <OrderForm {...(await readFormPage(props))} />
}
