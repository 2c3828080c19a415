'use client'
import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react'
import { useHydrated, useOnline, whenIdle } from '@/components/ui/browser-state'
import { focusHeading } from '@/components/ui/focus'
import type { Surroundings } from '@/components/ui/lazy-part'
import { OfflineNotice } from '@/components/ui/problem'
import { EmptyState } from '@/components/ui/section'
import { LiveRegion } from '@/components/ui/status'
import type { DraftKey } from '@/lib/browser/draft-storage'
import { lastChoice } from '@/lib/browser/stored-text'
import { formPath, mayWrite, type WriteName, writeRowOf } from '@/lib/provider/operations'
import { type Role, roleNames } from '@/lib/provider/roles'
import {
  type FormDescription,
  type FormProps,
  type FormStep,
  type FormStepProps,
  formTitle,
  type SentencePart,
} from './description'
import { FillForm } from './fill-form'
import { ConfirmationFigure, FormPageContext } from './form-context'

type FormPageProps<Values extends object> = FormProps & Omit<FormStepProps<Values>, 'heading'>

/** The form, starting with the profile that this person last used on this device. */
function withLastProfile<Values extends object>(form: FormDescription<Values>, owner: DraftKey) {
  const profile_id = 'profile_id' in form.blank ? lastChoice('profile_id', owner) : ''
  return profile_id === '' ? form : { ...form, blank: { ...form.blank, profile_id } }
}

/** The two pages before a write is sent. The first keeps a draft and checks it; only the review sends. */
export function FormPage<Values extends object>({ form, session, step, lead, more }: FormPageProps<Values>) {
  // Drafts belong to the tab; the server cannot render them.
  const isHydrated = useHydrated()
  const isOnline = useOnline()
  const { environment, requiresIdentity, person, roles } = session
  const { operation, pathValues } = form
  const { whole, known } = form
  const path = whole?.path ?? formPath(operation, pathValues)
  const page = useMemo(() => {
    const noun = whole?.noun ?? writeRowOf(operation).noun
    const draftKey = { person, environment, path }
    const resultOf = (intent: string, values: unknown) =>
      // The draft was saved by this form.
      whole ? whole.resultOf(intent, values as Values) : `activity/${intent}`
    return {
      operation,
      noun,
      environment,
      requiresIdentity,
      draftKey,
      known,
      resultOf,
      href: `/${environment}/${path}`,
    }
  }, [operation, person, environment, requiresIdentity, path, known, whole])
  const started = useMemo(
    () => (isHydrated ? withLastProfile(form, page.draftKey) : form),
    [isHydrated, form, page.draftKey],
  )
  const { preload } = form.Review
  // Once the details are on screen, so that "Review" opens at once.
  useEffect(() => whenIdle(preload), [preload])
  const heading = whole ? <Heading>{whole.titles[step]}</Heading> : <FormHeading operation={operation} step={step} />
  if (!whole && !mayWrite(operation, roles)) {
    return (
      <>
        {heading}
        <RoleRequired operation={operation} roles={roles} />
      </>
    )
  }
  const props = { form: started, heading, lead, more }
  const shown = step === 'details' ? <FillForm {...props} /> : <form.Review {...props} {...below(heading)} />
  return (
    <ConfirmationFigure figure={session.confirmAbove}>
      <FormPageContext value={page}>
        <LiveRegion>
          {!isOnline && <OfflineNotice>Your draft is kept in this tab. Sending it needs a connection.</OfflineNotice>}
        </LiveRegion>
        {isHydrated ? shown : heading}
      </FormPageContext>
    </ConfirmationFigure>
  )
}

const Heading = ({ children }: { children: string }) => <h1 tabIndex={-1}>{children}</h1>

export const FormHeading = ({ operation, step }: { operation: WriteName; step: FormStep }) => (
  <Heading>{formTitle(operation, step)}</Heading>
)

/** A heading that is there before the code of what is below it. */
export const below = (heading: ReactNode): Surroundings => ({
  whileLoading: <PassingHeading>{heading}</PassingHeading>,
  renderLost: (note) => (
    <>
      {heading}
      {note}
    </>
  ),
})

/** Passes the focus on to the heading that replaces this one. */
function PassingHeading({ children }: { children: ReactNode }) {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.tagName === 'H1') focusHeading()
    },
    [],
  )
  return children
}

const oneOf = new Intl.ListFormat('en', { type: 'disjunction' })
const allOf = new Intl.ListFormat('en', { type: 'conjunction' })

/** Replaces a form for a person whose roles may not send it. */
function RoleRequired({ operation, roles }: { operation: WriteName; roles: readonly Role[] }) {
  const { title, roles: writers } = writeRowOf(operation)
  return (
    <EmptyState
      title={
        <>
          <Lock /> {title} requires the {oneOf.format(roleNames(writers))} role
        </>
      }
    >
      <p>You are signed in as {allOf.format(roleNames(roles))}. Ask an administrator for access.</p>
    </EmptyState>
  )
}

/** The values as a sentence, next to the fields. */
export function FormSummary({ parts }: { parts: readonly SentencePart[] }) {
  return (
    <section>
      <h2>Summary</h2>
      <p className="mt-2 text-md [overflow-wrap:anywhere]">
        {/* biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no other identity */}
        {parts.map(({ text, isStrong }, at) => (isStrong ? <b key={at}>{text}</b> : text))}
      </p>
    </section>
  )
}
