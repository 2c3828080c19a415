import { notFound } from 'next/navigation'
import { DepositForm } from '../../../forms'
import { type FormPageProps, formMetadata, readFormPage } from '../../../session-page'

async function read(props: FormPageProps) {
  const page = await readFormPage(props)
  // Spec: "It is a sandbox operation"; elsewhere the page does not exist.
  return page.session.environment === 'sandbox' ? page : notFound()
}

export const generateMetadata = async (props: FormPageProps) => {
  await read(props)
  return formMetadata(props, 'New sandbox deposit', 'Review deposit')
}

export default async function Page(props: FormPageProps) {
  return <DepositForm {...(await read(props))} />
}
