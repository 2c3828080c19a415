/** A post-filtered list on its way to the browser (`POST /api/{environment}/post-filtered/{list}`): lines of NDJSON, in this order. */
import type { Json } from '../../domain/json'
import type { Problem } from '../problem'
import type { ListOrder } from '../provider/list-rules'
import type { PostFilterRequest } from './post-filter-input'

/** Pages of up to 1,000 rows that one request reads at most. */
export const mostPages = 20

export type PostFilterPlace = NonNullable<PostFilterRequest['place']>

/** When and where the list was first read: relative times keep their meaning while it is read on. */
export type PostFilterStart = Required<Pick<PostFilterRequest, 'now' | 'zone'>>

export type PostFilterLine =
  /** What the provider is asked, and by which filters Mintdesk filters, both by the API's names or Mintdesk's without `x.`. */
  | { kind: 'asked'; query: Json; order: ListOrder; narrowed: readonly string[]; start: PostFilterStart }
  /**
   * Matching rows, after those before; `read` rows of the provider were read since the request began, of which `outside` do
   * not match what it was asked.
   */
  | { kind: 'rows'; rows: readonly Json[]; read: number; outside?: number; place?: PostFilterPlace }
  /** The rows of this request are to be forgotten: the list is read again, in one walk. */
  | { kind: 'restart' }
  /** The last line. Without a place everything was read. */
  | { kind: 'end'; place?: PostFilterPlace }
  /** The last line of a request that failed; the place is where it can be taken up. */
  | { kind: 'problem'; problem: Problem; place?: PostFilterPlace }
