/** Refusals that several operations give. The spec shows none; their shape is from service-facts, "Errors". */
import { ProblemError } from '../api/problem'

/** A business refusal: the request fits the contract and is refused all the same. */
export const businessRefusal = (title: string, field: string, message: string) =>
  new ProblemError(403, 'business-rule', title, { detail: message, errors: [{ field, message }] })

/** A `ref_id` in force. The existing record is returned whole, so that a client can recover a lost answer. */
export const alreadyExists = (kind: string, refId: string, existing: object) =>
  new ProblemError(
    409,
    'already-exists',
    `${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind} with this ref_id already exists.`,
    {
      detail: `The ref_id ${refId} is in force; its record is in meta.existing.`,
      errors: [{ field: 'ref_id', message: 'This ref_id is already in force.' }],
      meta: { existing },
    },
  )

export const notFound = (kind: string, id: string) =>
  new ProblemError(404, 'not-found', `There is no such ${kind}.`, { detail: `No ${kind} has the id ${id}.` })
