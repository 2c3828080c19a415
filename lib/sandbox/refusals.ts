/** Refusals that more than one operation gives. The spec shows none of them; their shape is service-facts, "Errors". */
import { ProblemError } from '../api/problem'

/** A business refusal: the request fits the contract, and still it is not done. */
export const businessRefusal = (title: string, field: string, message: string) =>
  new ProblemError(403, 'business-rule', title, { detail: message, errors: [{ field, message }] })

/** A `ref_id` that is in force: the record that has it is told whole, so that a lost answer can be made good. */
export const alreadyExists = (what: string, refId: string, existing: object) =>
  new ProblemError(409, 'already-exists', `There is ${what} with this ref_id already.`, {
    detail: `The ref_id ${refId} is in force; the record that has it is in meta.existing.`,
    errors: [{ field: 'ref_id', message: 'This ref_id is in force already.' }],
    meta: { existing },
  })

export const notFound = (what: string, id: string) =>
  new ProblemError(404, 'not-found', `There is no such ${what}.`, { detail: `No ${what} has the id ${id}.` })
