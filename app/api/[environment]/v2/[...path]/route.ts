/** THE proxy's address: every method arrives here, so that a wrong one gets the same kind of answer. */
import { proxy } from '@/lib/server/proxy'

export const dynamic = 'force-dynamic'

export { proxy as DELETE, proxy as GET, proxy as HEAD, proxy as PATCH, proxy as POST, proxy as PUT }
