import { addressEnvironment, namedEnvironment } from '@/app/address-environment'
import { FocusedHeading } from '@/components/shell/page-titles'
import { NotFoundText } from '@/components/shell/plain-page'

export { generateMetadata } from '@/app/not-found'

/** In the place of a page that does not exist, or whose environment is not configured. */
export default async function NotFound() {
  const [named, configured] = [await namedEnvironment(), await addressEnvironment()]
  return (
    <>
      <FocusedHeading>Page not found</FocusedHeading>
      <NotFoundText unconfigured={configured ? undefined : named} />
    </>
  )
}
