import { notFound } from 'next/navigation'
import { CreatedRecords } from '@/components/activity/created-records'
import { listAt, operations } from '@/lib/provider/operations'
import { readersPage, titled } from '../session-page'

type PageProps = { params: Promise<{ environment: string; page: string }> }

const writeAt = async ({ params }: PageProps) => listAt((await params).page) ?? notFound()

export const generateMetadata = async (props: PageProps) => titled(operations[await writeAt(props)].listTitle)(props)

/** The list of the records that a write created. */
export default async function Page(props: PageProps) {
  const creates = await writeAt(props)
  return readersPage(operations[creates].listTitle, ({ environment, person, roles }) => (
    <CreatedRecords environment={environment} person={person} roles={roles} creates={creates} />
  ))(props)
}
