import { RuleForm } from '@/components/rules/rule-form'
import { type FormPageProps, formMetadata, readFormPage } from '../../../form-page'

export const generateMetadata = (props: FormPageProps) => formMetadata(props, 'createRule')

export default async function Page(props: FormPageProps) {
  return <RuleForm {...(await readFormPage(props, 'createRule'))} />
}
