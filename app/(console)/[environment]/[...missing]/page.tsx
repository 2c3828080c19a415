import { notFound } from 'next/navigation'

export { generateMetadata } from '@/app/not-found'

/** Every address below an environment that no page has: the navigation stays. */
export default function Page() {
  notFound()
}
