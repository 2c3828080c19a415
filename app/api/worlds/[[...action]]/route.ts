/** Worlds of visitors' own. Every method comes here, so that each is answered. */
import { answerWorlds } from '@/lib/console/running-console'

export const dynamic = 'force-dynamic'

export {
  answerWorlds as DELETE,
  answerWorlds as GET,
  answerWorlds as HEAD,
  answerWorlds as PATCH,
  answerWorlds as POST,
  answerWorlds as PUT,
}
