'use client'
/** Where a wish starts: a draft, an earlier movement, or what is usual. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, FileClock } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import { ConfirmationFigure } from '@/components/forms/confirmation-figure'
import type { FormSession } from '@/components/forms/description'
import { FormPageContext, useFormPage } from '@/components/forms/form-context'
import { ruleValuesFrom } from '@/components/rules/rule-values'
import { useHydrated, useOnline } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { asProblem, OfflineNotice, ProblemView } from '@/components/ui/problem'
import { LiveRegion, Note } from '@/components/ui/status'
import { readFormDraft } from '@/lib/browser/form-drafts'
import { uuidPattern } from '@/lib/domain/values'
import { type LoadedMovement, movementRead } from './movement-read'
import { ruleWrite } from './plan-writes'
import { blankWish, termsFromRoute, wishAgain } from './wish'
import { newIds, Wish, wishHeading } from './wish-form'

/** `name` is the person's, as the outline says it. */
export type WishSession = FormSession & { name: string }

const path = 'money/new'

/** The page of a wish. */
export function WishForm({ session }: { session: WishSession }) {
  // Drafts belong to the tab; the server cannot render them.
  const isHydrated = useHydrated()
  const isOnline = useOnline()
  const { environment, requiresIdentity, person } = session
  const page = useMemo(
    () => ({
      ...ruleWrite,
      ...{ environment, requiresIdentity, noun: 'movement', href: `/${environment}/${path}` },
      draftKey: { person, environment, path },
    }),
    [environment, requiresIdentity, person],
  )
  return (
    <ConfirmationFigure figure={session.confirmAbove}>
      <FormPageContext value={page}>
        <LiveRegion>
          {!isOnline && <OfflineNotice>Your draft is kept in this tab. Sending it needs a connection.</OfflineNotice>}
        </LiveRegion>
        {isHydrated ? <Begin name={session.name} /> : wishHeading}
      </FormPageContext>
    </ConfirmationFigure>
  )
}

/** What an earlier movement did, from its plan or from the rule that moved it. */
function templateOf({ plan, requests = [] }: LoadedMovement): Parameters<typeof wishAgain>[1] | undefined {
  if (plan) return { kind: plan.kind, label: plan.label, terms: ruleValuesFrom(plan.rule) }
  const route = requests.find(({ route: known }) => known)?.route
  return route && { terms: termsFromRoute(route) }
}

const idIn = (text: string | null) => (text !== null && uuidPattern.test(text) ? text : '')

/** Starts with a draft, as an earlier movement did (`?again=`), or with what is usual; asks if the first two exist. */
function Begin({ name }: { name: string }) {
  const { environment, draftKey } = useFormPage()
  const params = useSearchParams()
  const [again] = useState(() => idIn(params.get('again')))
  const [draft] = useState(() => readFormDraft(draftKey))
  const [choice, setChoice] = useState<'own' | 'again' | undefined>(again === '' ? 'own' : draft ? undefined : 'again')
  const read = useQuery({
    ...movementRead(useQueryClient(), environment, again),
    ...(choice === 'again' ? {} : { enabled: false }),
  })
  if (choice === 'own') return <Wish name={name} draft={draft} />
  if (choice === undefined)
    return (
      <>
        {wishHeading}
        <Note
          tone="wait"
          icon={FileClock}
          className="max-w-[860px]"
          title="You already have a draft."
          actions={
            <>
              <Button size="small" onClick={() => setChoice('own')}>
                Keep the draft
              </Button>
              <Button size="small" onClick={() => setChoice('again')}>
                Replace the draft
              </Button>
            </>
          }
        >
          Starting again from an earlier movement replaces it.
        </Note>
      </>
    )
  const problem = asProblem(read.error)
  const template = read.data && templateOf(read.data)
  const wish = template && wishAgain(blankWish('mint', newIds()), template)
  if (wish) return <Wish name={name} again={{ values: wish, last: read.data?.plan?.amount }} />
  const own = (
    <Button size="medium" onClick={() => setChoice('own')}>
      Start from the beginning
    </Button>
  )
  return (
    <>
      {wishHeading}
      {problem && (
        <>
          <ProblemView error={problem} what="The earlier movement" at={read.errorUpdatedAt} onRetry={read.refetch} />
          {own}
        </>
      )}
      {read.data && (
        <Note
          tone="wait"
          icon={CircleAlert}
          className="max-w-[860px]"
          title="This movement can't be repeated here."
          actions={own}
        >
          No rule that was made here moved it.
        </Note>
      )}
    </>
  )
}
