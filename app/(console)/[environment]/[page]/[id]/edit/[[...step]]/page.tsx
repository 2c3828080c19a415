import { notFound } from 'next/navigation'
import * as z from 'zod/mini'
import { WriteForm } from '@/components/activity/write-parts'
import { schemasOf } from '@/lib/provider/check'
import { writeRowOf } from '@/lib/provider/operations'
import { type FormPageProps, readFormPage } from '../../../../form-page'

export { formMetadata as generateMetadata } from '../../../../form-page'

/** The form of a write that changes a record. An id that its path cannot have belongs to no record. */
export default async function Page(props: FormPageProps) {
  const page = await readFormPage(props)
  const { changesRecordAt = 'id' } = writeRowOf(page.operation)
  const { pathValues = z.object({}) } = schemasOf(page.operation)
  if (!z.safeParse(pathValues, { [changesRecordAt]: page.id }).success) notFound()
  return <WriteForm {...page} />
}
