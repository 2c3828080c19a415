/** Which lists of transfers could hold what a person pasted: an ID, a reference or a transaction hash. */
import type { TransferQuery } from '../api/transfers'
import { parseIdentifier, queryValues } from './identifiers'
import { removeSecretKeys } from './pasted-ids'

export type TransferSearch = {
  /** The queries to ask, the most specific first; none if nothing can be asked. */
  queries: TransferQuery[]
  /** Why nothing is asked, or why probably nothing is found. */
  message?: string
}

/** @param pasted one line; a link of a block explorer or of this console counts as what it contains */
export function transferSearchOf(pasted: string): TransferSearch {
  const text = pasted.trim()
  if (text === '') return { queries: [], message: 'Enter an ID, a reference or a hash.' }
  if (removeSecretKeys(text).secrets > 0)
    return {
      queries: [],
      message: 'This contains a Stellar secret key. Nothing was sent. Anyone who has seen it can move its funds.',
    }
  const hash = parseIdentifier(text, 'hash')
  if ('ids' in hash && hash.isSure)
    return { queries: [{ crypto_tx_hashes: hash.ids.flatMap((id) => queryValues(id, 'hash')) }] }
  const id = parseIdentifier(text, 'uuid')
  const reference = parseIdentifier(text, 'text')
  const byReference = 'ids' in reference ? [{ ref_ids: reference.ids.flatMap((one) => queryValues(one, 'text')) }] : []
  if ('ids' in id) return { queries: [{ ids: id.ids }, { group_ids: id.ids }, ...byReference] }
  // Networks added later may have hashes of another shape.
  if ('ids' in hash) return { queries: [{ crypto_tx_hashes: hash.ids }, ...byReference] }
  const message = [hash, id, reference].flatMap((one) => ('message' in one && one.isSure ? [one.message] : []))[0]
  return { queries: byReference, ...(message && { message }) }
}
