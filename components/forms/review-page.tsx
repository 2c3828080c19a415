'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type DraftPlace, type FormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import type { FormDescription, FormSession } from './description'
import { errorsOf } from './form-errors'
import { mayWrite, RoleNotAllowed } from './not-for-role'
import { Reviewed } from './reviewed'
import { FormSteps } from './steps'
import { useReviewFacts } from './use-facts'
import { useIsHere } from './use-is-here'

type ReviewPageProps<Values extends FieldValues> = { form: FormDescription<Values>; session: FormSession }

/** The second step of a write: what would be sent, in words and as JSON, and the button that sends it. */
export function ReviewPage<Values extends FieldValues>({ form, session }: ReviewPageProps<Values>) {
  const isHere = useIsHere()
  const { environment, person, roles } = session
  const place = useMemo(() => ({ person, environment, place: form.place }), [person, environment, form.place])
  const heading = <h1 tabIndex={-1}>Review {form.thing}</h1>
  if (!mayWrite(form.operation, roles)) {
    return (
      <>
        {heading}
        <RoleNotAllowed operation={form.operation} roles={roles} />
      </>
    )
  }
  return (
    <>
      <FormSteps at={2} />
      {isHere ? <Drafted form={form} session={session} place={place} heading={heading} /> : heading}
    </>
  )
}

type DraftedProps<Values extends FieldValues> = ReviewPageProps<Values> & {
  place: DraftPlace
  heading: React.ReactNode
}

/** Without a draft that can be sent there is nothing to review: then it is the form's turn. */
function Drafted<Values extends FieldValues>({ form, session, place, heading }: DraftedProps<Values>) {
  const router = useRouter()
  const [draft] = useState(() => readFormDraft(place))
  const factsAt = useReviewFacts(session, draft?.intent ?? '')
  const [isWrong] = useState(() => draft && isRefusedHere(form, draft, factsAt(Date.now())))
  const formPath = `/${session.environment}/${form.place}`
  const mustGo = !draft || isWrong === true
  useEffect(() => {
    if (!mustGo) return
    // Empty errors ask the form to look for itself.
    if (draft) saveFormDraft(place, { ...draft, errors: draft.errors ?? [] })
    router.replace(formPath)
  }, [mustGo, draft, place, formPath, router])
  if (!draft || mustGo) return heading
  return <Reviewed form={form} session={session} place={place} first={draft} heading={heading} />
}

function isRefusedHere<Values extends FieldValues>(
  form: FormDescription<Values>,
  draft: FormDraft,
  facts: Parameters<typeof errorsOf>[2],
): boolean {
  return Object.keys(errorsOf(form, restoreShape(form.blank, draft.values), facts)).length > 0
}
