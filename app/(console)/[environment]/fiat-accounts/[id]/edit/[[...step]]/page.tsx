import { notFound } from 'next/navigation'
import { FiatAccountChangeForm } from '@/components/fiat-accounts/change-form'
import { FiatAccountPath } from '@/lib/api/provider/fiat-accounts'
import { type FormPageProps, formMetadata, readFormPage } from '../../../../form-page'

type PageProps = FormPageProps & { params: Promise<{ id: string }> }

export const generateMetadata = (props: PageProps) => formMetadata(props, 'updateFiatAccount', 'Change fiat account')

export default async function Page(props: PageProps) {
  const page = await readFormPage(props, 'updateFiatAccount')
  const { id } = await props.params
  // Spec, "Update fiat account": an account's id is a UUID.
  if (!FiatAccountPath.safeParse({ id }).success) notFound()
  return <FiatAccountChangeForm id={id} {...page} />
}
