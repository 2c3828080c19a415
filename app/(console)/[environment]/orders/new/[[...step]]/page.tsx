import { OrderForm } from '@/components/orders/order-form'
import { type FormPageProps, formMetadata, readFormPage } from '../../../form-page'

export const generateMetadata = (props: FormPageProps) => formMetadata(props, 'createOrder')

export default async function Page(props: FormPageProps) {
  const { session, step } = await readFormPage(props, 'createOrder')
  return <OrderForm session={session} step={step} />
}
