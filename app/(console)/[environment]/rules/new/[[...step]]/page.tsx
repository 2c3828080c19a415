import { RuleForm } from '../../../forms'
import { type FormPageProps, formMetadata, readFormPage } from '../../../session-page'

export const generateMetadata = (props: FormPageProps) => formMetadata(props, 'New rule', 'Review rule')

export default async function Page(props: FormPageProps) {
  return <RuleForm {...(await readFormPage(props))} />
}
