import { type FormPageProps, formMetadata, readFormPage } from '../../../form-page'
import { RuleForm } from '../../../forms'

export const generateMetadata = (props: FormPageProps) => formMetadata(props, 'rule')

export default async function Page(props: FormPageProps) {
  return <RuleForm {...(await readFormPage(props))} />
}
