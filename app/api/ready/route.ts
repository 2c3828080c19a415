/** Whether this console can serve people now, for load balancers. It names failing checks and reveals nothing else. */
import { answerReady } from '@/lib/console/running-console'

export const dynamic = 'force-dynamic'

export const GET = answerReady
