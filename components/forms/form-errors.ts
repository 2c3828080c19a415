/** What is wrong with what was typed: found by the form before anything is sent, or by whoever answered. */
import type { FieldValues } from 'react-hook-form'
import { checkInput } from '@/lib/api/check'
import { ProblemError } from '@/lib/api/problem'
import type { FieldError } from '@/lib/api/sentences'
import type { FormContext, FormDescription } from './description'

/** Errors as sentences by the field that they stand at; '' is the form as a whole. */
export type Errors = Readonly<Record<string, string>>

/** Errors of an input put at the fields of the form; several at one field are said together. */
export function atFields<Values extends FieldValues>(
  form: FormDescription<Values>,
  values: Values,
  found: readonly FieldError[],
): Errors {
  const errors: Record<string, string> = {}
  for (const { field, message } of found) {
    const place = form.fieldOf?.(field, values) ?? field
    const before = errors[place]
    errors[place] = before && before !== message ? `${before} ${message}` : message
  }
  return errors
}

/** Everything that keeps these values from being sent, by field; of nothing where they can be. */
export function errorsOf<Values extends FieldValues>(
  form: FormDescription<Values>,
  values: Values,
  context: FormContext,
): Errors {
  const more = form.moreErrors?.(values, context) ?? {}
  try {
    checkInput(form.operation, form.inputOf(values, context))
    return more
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    const { errors = [], title } = thrown.problem
    const found = errors.length > 0 ? errors : [{ field: '', message: title }]
    // What the form asks for knows more of what was typed than the schema of what would be sent.
    return { ...atFields(form, values, found), ...more }
  }
}
