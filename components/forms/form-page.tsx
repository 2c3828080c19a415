'use client'
import { ChevronRight } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useHydrated, useOnline } from '@/components/ui/browser-state'
import { focusHeading } from '@/components/ui/focus'
import { OfflineNotice } from '@/components/ui/problem'
import { LiveRegion } from '@/components/ui/status'
import { formPath, writeRowOf } from '@/lib/api/operations'
import type { FormProps, FormStepProps, SentencePart } from './description'
import { FillForm } from './fill-form'
import { FormPageContext } from './form-context'
import type { ReviewForm as LoadedReviewForm } from './review-form'
import { mayWrite, RoleRequired } from './role-required'

const loadReview = async () => ({ default: (await import('./review-form')).ReviewForm })
// `lazy` forgets the type parameter.
const ReviewForm = lazy(loadReview) as unknown as typeof LoadedReviewForm

type FormPageProps<Values extends FieldValues> = FormProps & Omit<FormStepProps<Values>, 'heading'>

/** The two pages before a write is sent. The first keeps a draft and checks it; only the review sends. */
export function FormPage<Values extends FieldValues>({ form, session, step, lead }: FormPageProps<Values>) {
  // Drafts belong to the tab; the server cannot render them.
  const isHydrated = useHydrated()
  const isOnline = useOnline()
  const { environment, requiresIdentity, person, roles } = session
  const { operation, pathValues } = form
  const path = formPath(operation, pathValues)
  const page = useMemo(() => {
    const { noun } = writeRowOf(operation)
    const draftKey = { person, environment, path }
    return { operation, noun, environment, requiresIdentity, draftKey, href: `/${environment}/${path}` }
  }, [operation, person, environment, requiresIdentity, path])
  // Once the details are on screen, so that "Review" opens at once.
  useEffect(() => {
    void loadReview().catch(() => undefined)
  }, [])
  const heading = <h1 tabIndex={-1}>{step === 'details' ? form.title : `Review ${page.noun}`}</h1>
  if (!mayWrite(operation, roles)) {
    return (
      <>
        {heading}
        <RoleRequired operation={operation} roles={roles} />
      </>
    )
  }
  const props = { form, heading, lead }
  const shown = step === 'details' ? <FillForm {...props} /> : <ReviewForm {...props} />
  return (
    <FormPageContext value={page}>
      <FormSteps at={step === 'details' ? 1 : 2} />
      <LiveRegion>
        {!isOnline && <OfflineNotice>Your draft is kept in this tab. Sending it needs a connection.</OfflineNotice>}
      </LiveRegion>
      {isHydrated ? <Suspense fallback={<LoadingReview heading={heading} />}>{shown}</Suspense> : heading}
    </FormPageContext>
  )
}

/** Passes the focus on to the review's own heading. */
function LoadingReview({ heading }: { heading: ReactNode }) {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.tagName === 'H1') focusHeading()
    },
    [],
  )
  return heading
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

const steps = ['Details', 'Review', 'Result']

function FormSteps({ at }: { at: 1 | 2 }) {
  return (
    <ol aria-label="Steps" className="mb-4 flex flex-wrap items-center gap-2 text-sm text-ink-3 print:hidden">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index + 1 === at ? 'step' : undefined}
          className="flex items-center gap-2 aria-[current]:font-title aria-[current]:text-ink"
        >
          {index > 0 && <ChevronRight className="size-3.5 text-ink-3" />}
          {index + 1}. {step}
        </li>
      ))}
    </ol>
  )
}
