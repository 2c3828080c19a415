import { notFound } from 'next/navigation'
import { formStep } from '@/components/forms/description'
import { WishForm } from '@/components/money/wish-form'
import { activityWriters } from '@/lib/api/intents'
import { readersPage, titled } from '../../../session-page'

export const generateMetadata = titled('Move money')

type PageProps = { params: Promise<{ environment: string; step?: string[] }> }

export default async function Page({ params }: PageProps) {
  const step = formStep((await params).step) ?? notFound()
  return readersPage('Move money', (session) => <WishForm session={session} step={step} />, activityWriters)({ params })
}
