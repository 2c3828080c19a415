import { WriteForm } from '@/components/activity/write-parts'
import { type FormPageProps, readFormPage } from '../../../form-page'

export { formMetadata as generateMetadata } from '../../../form-page'

/** The form of a write that creates something. */
export default async function Page(props: FormPageProps) {
  return <WriteForm {...(await readFormPage(props))} />
}
