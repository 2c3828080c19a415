'use client'
import { useMemo } from 'react'
import type { FormDescription, FormSession } from '@/components/forms/description'
import { FormPage } from '@/components/forms/form-page'
import { ReviewPage } from '@/components/forms/review-page'
import { addressErrors, addressWarnings } from './address-checks'
import { useFiatAccountNames } from './fiat-account'
import { RuleFields, RuleInWords } from './rule-fields'
import { ruleReview } from './rule-review'
import type { Names } from './rule-sentence'
import { blankRule, type RuleValues, ruleBody, ruleField, ruleValuesOf } from './rule-values'
import { ruleWarnings } from './rule-warnings'

/** @param accounts names of fiat accounts, for the review */
const formWith = (accounts: Names): FormDescription<RuleValues> => ({
  operation: 'createRule',
  place: 'rules/new',
  title: 'New rule',
  thing: 'rule',
  blank: blankRule,
  inputOf: (values, { intent }) => ({ body: ruleBody(values, intent) }),
  valuesOf: ({ body }) => ruleValuesOf(body),
  fieldOf: ruleField,
  moreErrors: addressErrors,
  warningsOf: (values, context) => ({ ...ruleWarnings(values), ...addressWarnings(values, context) }),
  reviewOf: (values, context) => ruleReview(values, context, accounts),
  Fields: RuleFields,
  Aside: RuleInWords,
})
const ruleForm = formWith({})

/** The form of a rule. */
export const NewRule = ({ session }: { session: FormSession }) => <FormPage form={ruleForm} session={session} />

/** The rule before it is sent. */
export function RuleReview({ session }: { session: FormSession }) {
  const accounts = useFiatAccountNames(session.environment)
  return <ReviewPage form={useMemo(() => formWith(accounts), [accounts])} session={session} />
}
