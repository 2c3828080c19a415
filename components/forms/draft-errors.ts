/** What keeps a draft from being sent. Loaded after the form itself, because the schemas of all operations come with it. */

import { checkInput } from '@/lib/provider/check'
import type { FieldError } from '@/lib/provider/field-errors'
import { ProblemError } from '@/lib/provider/problem'
import type { FormChecks, FormContext, FormDescription, Messages } from './description'

/** What the checks need of a form. */
type CheckedForm<Values extends object> = Pick<FormDescription<Values>, 'operation' | 'toInput' | 'fieldFor'>

/** Maps errors of an input to form fields; several errors of one field are joined. */
export function errorsByField<Values extends object>(
  form: Pick<CheckedForm<Values>, 'fieldFor'>,
  values: Values,
  found: readonly FieldError[],
): Messages {
  const errors: Record<string, string> = {}
  for (const { field, message } of found) {
    const name = form.fieldFor?.(field, values) ?? field
    const before = errors[name]
    errors[name] = before && before !== message ? `${before} ${message}` : message
  }
  return errors
}

/** Every error that keeps these values from being sent; empty if none does. */
export function errorsOf<Values extends object>(
  form: CheckedForm<Values>,
  checks: FormChecks<Values>,
  values: Values,
  context: FormContext,
): Messages {
  const own = checks.errors?.(values, context) ?? {}
  try {
    checkInput(form.operation, form.toInput(values, context))
    return own
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    const { errors = [], title } = thrown.problem
    const found = errors.length > 0 ? errors : [{ field: '', message: title }]
    // The form's own errors are more precise: they see the text as typed.
    return { ...errorsByField(form, values, found), ...own }
  }
}
