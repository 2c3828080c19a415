'use client'
import { useQuery } from '@tanstack/react-query'
import { FileClock } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { replaceAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { focusHeading } from '@/components/ui/focus'
import { Note } from '@/components/ui/note'
import { useDelayed } from '@/components/ui/now'
import { asProblem, ProblemView } from '@/components/ui/problem'
import { Moment } from '@/components/ui/time'
import { type DraftPlace, type FormDraft, newIntentId, readFormDraft, restoreShape } from '@/lib/browser/form-drafts'
import { intentQuery } from '@/lib/browser/intents'
import type { FormDescription, FormSession } from './description'
import type { Start } from './use-kept-draft'

type FormStartProps<Values extends FieldValues> = {
  form: FormDescription<Values>
  session: FormSession
  place: DraftPlace
  /** Stands over whatever is asked before the form is drawn. */
  heading: ReactNode
  /** Draws the form, once it is known what it begins with; `source` is the intent that it was filled in from. */
  children: (start: Start<Values>, source: string | undefined) => ReactNode
}

/** Takes what was asked of the address once out of it, so that a reload does not ask again. */
export function forgetInAddress(name: string): void {
  const url = new URL(window.location.href)
  url.searchParams.delete(name)
  replaceAddress(`${url.pathname}${url.search}`)
}

/** What a form begins with: a draft, an intent to do again (`?again=`), or nothing. Where it could be either, it asks. */
export function FormStart<Values extends FieldValues>(props: FormStartProps<Values>) {
  const { form, session, place, heading, children } = props
  const params = useSearchParams()
  const [again, setAgain] = useState(() => params.get('again') ?? undefined)
  const [draft] = useState(() => readFormDraft(place))
  const [choice, setChoice] = useState<{ start: Start<Values>; source?: string } | undefined>(() =>
    again ? undefined : { start: startOf(form.blank, draft) },
  )
  const read = useQuery({
    ...intentQuery(session.environment, again ?? ''),
    enabled: again !== undefined && choice === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const isLate = useDelayed(read.isLoading)

  const choose = (start: Start<Values>, source?: string) => {
    forgetInAddress('again')
    setAgain(undefined)
    setChoice({ start, source })
    focusHeading()
  }
  if (choice) return children(choice.start, choice.source)

  const problem = asProblem(read.error)
  const blank = () => choose(startOf(form.blank, draft))
  if (problem) {
    return (
      <>
        {heading}
        <ProblemView
          error={problem}
          what={`The earlier ${form.thing}`}
          at={read.errorUpdatedAt}
          onRetry={read.refetch}
        />
        <Button onClick={blank}>{draft ? 'Go on with the draft' : 'Begin with an empty form'}</Button>
      </>
    )
  }
  if (!read.data) {
    return (
      <>
        {heading}
        <p className="text-ink-2">{isLate && `The earlier ${form.thing} is being read`}</p>
      </>
    )
  }

  const { operation, path, body, summary, id } = read.data
  if (operation !== form.operation || body === undefined) {
    const why =
      body === undefined
        ? 'What was sent cannot be opened any more: the secret of this console has changed.'
        : `What was asked for there is no ${form.thing}.`
    return (
      <Asked
        heading={heading}
        acts={<Button size="note" onClick={blank}>{`Fill in the ${form.thing} yourself`}</Button>}
      >
        <b>This cannot be filled in from there.</b> {why}
      </Asked>
    )
  }
  const fill = () => choose({ values: form.valuesOf({ path, body }), intent: newIntentId() }, id)
  if (!draft) return <AtOnce act={fill} />
  return (
    <Asked
      heading={heading}
      acts={
        <>
          <Button size="note" onClick={blank}>
            Keep the draft
          </Button>
          <Button size="note" onClick={fill}>
            Fill in from the earlier one
          </Button>
        </>
      }
    >
      <b>There is a draft already,</b> saved <Moment at={draft.savedAt} />. Filling in from “{summary}” replaces it.
    </Asked>
  )
}

function Asked({ heading, acts, children }: { heading: ReactNode; acts: ReactNode; children: ReactNode }) {
  return (
    <>
      {heading}
      <div className="mt-4 max-w-[640px]">
        <Note tone="wait" icon={FileClock} acts={acts}>
          <p>{children}</p>
        </Note>
      </div>
    </>
  )
}

/** There is nothing to ask. */
function AtOnce({ act }: { act: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(act, [])
  return null
}

function startOf<Values extends FieldValues>(blank: Values, draft: FormDraft | undefined): Start<Values> {
  return draft ? { ...draft, values: restoreShape(blank, draft.values) } : { values: blank, intent: newIntentId() }
}
