'use client'
import { type ReactNode, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FormDescription, FormSession } from './description'
import { FilledForm } from './filled-form'
import { FormStart } from './form-start'
import { mayWrite, RoleNotAllowed } from './not-for-role'
import { FormSteps } from './steps'
import { useIsHere } from './use-is-here'

type FormPageProps<Values extends FieldValues> = {
  form: FormDescription<Values>
  session: FormSession
  /** A note between the title and the fields. */
  lead?: ReactNode
}

/** The first step of a write: it is filled in, kept as a draft, checked; nothing is sent from here. */
export function FormPage<Values extends FieldValues>({ form, session, lead }: FormPageProps<Values>) {
  const isHere = useIsHere()
  const { environment, person, roles } = session
  const place = useMemo(() => ({ person, environment, place: form.place }), [person, environment, form.place])
  const isAllowed = mayWrite(form.operation, roles)
  const heading = <h1 tabIndex={-1}>{form.title}</h1>
  if (!isAllowed) {
    return (
      <>
        {heading}
        <RoleNotAllowed operation={form.operation} roles={roles} />
      </>
    )
  }
  return (
    <>
      <FormSteps at={1} />
      {/* Drafts are this tab's own: the server knows nothing of them. */}
      {isHere ? (
        <FormStart form={form} session={session} place={place} heading={heading}>
          {(start, source) => (
            <FilledForm
              form={form}
              session={session}
              place={place}
              start={start}
              source={source}
              heading={heading}
              lead={lead}
            />
          )}
        </FormStart>
      ) : (
        heading
      )}
    </>
  )
}
