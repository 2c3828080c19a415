import { notFound } from 'next/navigation'
import { FiatAccountPath } from '@/lib/api/provider/fiat-accounts'
import { FiatAccountChangeForm } from '../../../../forms'
import { type FormPageProps, formMetadata, readFormPage } from '../../../../session-page'

type PageProps = FormPageProps & { params: Promise<{ id: string }> }

async function read(props: PageProps) {
  const page = await readFormPage(props)
  const { id } = await props.params
  // Spec, "Update fiat account": an account's id is a UUID.
  return FiatAccountPath.safeParse({ id }).success ? { ...page, id } : notFound()
}

export const generateMetadata = async (props: PageProps) => {
  await read(props)
  return formMetadata(props, 'Change fiat account', 'Review change')
}

export default async function Page(props: PageProps) {
  return <FiatAccountChangeForm {...(await read(props))} />
}
