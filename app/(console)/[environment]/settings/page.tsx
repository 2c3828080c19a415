import { redirect } from 'next/navigation'
import { settingsPagesFor } from '@/components/settings/settings-pages'
import { sessionPage } from '../session-page'

/** Leads to the first page of the settings that the person may open. */
export default sessionPage(({ environment, roles }) =>
  redirect(`/${environment}/${settingsPagesFor(roles)[0]?.segment ?? ''}`),
)
