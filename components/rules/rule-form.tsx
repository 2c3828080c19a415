'use client'
import type { FormDescription, FormSession } from '@/components/forms/description'
import { FormPage } from '@/components/forms/form-page'
import { ReviewPage } from '@/components/forms/review-page'
import { RuleFields, RuleInWords } from './rule-fields'
import { ruleReview } from './rule-review'
import { blankRule, type RuleValues, ruleBody, ruleField, ruleValuesOf } from './rule-values'
import { ruleWarnings } from './rule-warnings'

const ruleForm: FormDescription<RuleValues> = {
  operation: 'createRule',
  place: 'rules/new',
  title: 'New rule',
  thing: 'rule',
  blank: blankRule,
  inputOf: (values, { intent }) => ({ body: ruleBody(values, intent) }),
  valuesOf: ({ body }) => ruleValuesOf(body),
  fieldOf: ruleField,
  warningsOf: ruleWarnings,
  reviewOf: ruleReview,
  Fields: RuleFields,
  Aside: RuleInWords,
}

/** The form of a rule. */
export const NewRule = ({ session }: { session: FormSession }) => <FormPage form={ruleForm} session={session} />

/** The rule before it is sent. */
export const RuleReview = ({ session }: { session: FormSession }) => <ReviewPage form={ruleForm} session={session} />
