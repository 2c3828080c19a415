'use client'
/**
 * One step of a tour, beside the element that it is about. It covers nothing, takes no focus that a person uses, and presses
 * only what they could press. A step is done when the page shows it, not when its button was pressed.
 */
import { useRouter } from 'next/navigation'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFollow } from '@/components/ui/address'
import { useIsPhone } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { useHasKeys, useShortcut } from '@/components/ui/preferences'
import { tourKey } from '@/components/ui/shortcuts'
import { nowBy } from '@/lib/browser/clocks'
import {
  chooseFile,
  enter,
  find,
  isHidden,
  isShown,
  isTall,
  isUnderCard,
  isUnderDialog,
  listenToPage,
  type Place,
  placeBeside,
  press,
  scrollTo,
} from './on-page'
import { type TourAct, type TourStep, tourSteps } from './steps'
import { type TourProps, tourNames, toursFor } from './tour-list'
import { beginTour, endTour, saveTour, type TourProgress, useRunningTour } from './tour-state'

/** ms that a page has to show the element of a step. */
const patience = 1_000

/**
 * `isLedTo` while only what leads to it is there; `isDone` on a step that the visitor came back to; `isHere` unless they went to
 * another page; `isModal` while a dialog has the keyboard; `isHigh` while the card leaves the foot of a phone free.
 */
type Seen = Place & Record<'isThere' | 'isLedTo' | 'isDone' | 'isHere' | 'isModal' | 'isHigh', boolean>
const unseen: Seen = { isThere: false, isLedTo: false, isDone: false, isHere: true, isModal: false, isHigh: false }

const findTarget = ({ target, via }: TourStep) => find(target) ?? (via && find(via))

/** The tour that runs in this tab. */
export default function RunningTour(props: TourProps) {
  const progress = useRunningTour(props.person)
  if (!progress) return null
  const steps = tourSteps[progress.key]
  const index = Math.min(progress.step, steps.length - 1)
  const step = steps[index]
  return step && <Tour {...props} progress={{ ...progress, step: index }} step={step} />
}

type StepProps = TourProps & { progress: TourProgress; step: TourStep }

/** Moves between the steps of a tour, and keeps how far the visitor has come. */
function useProgress({ environment, person, progress }: StepProps) {
  const { key, step: index, place } = progress
  const steps = tourSteps[key]
  const follow = useFollow()
  const [seen, setSeen] = useState(unseen)
  const [failure, setFailure] = useState('')
  const cameBack = useRef(false)
  const save = (changes: Partial<TourProgress>) => saveTour(person, { ...progress, ...changes })
  const end = (isFinished: boolean) => {
    endTour(person, isFinished)
    announce(isFinished ? 'The tour is finished.' : 'The tour has ended. The command palette resumes it.')
  }
  /** Opens the page of a step, if it has one of its own. @returns its address */
  const open = (opens: TourStep['opens']) => {
    if (opens === undefined) return undefined
    const href = `/${environment}${typeof opens === 'string' ? opens : opens(nowBy('provider', environment))}`
    if (href !== window.location.pathname + window.location.search) follow(href)
    return href
  }
  /** @param opens the page to open; by default that of the step */
  const go = (to: number, changes: Partial<TourProgress> = {}, opens = steps[to]?.opens) => {
    if (to === steps.length) return end(true)
    setFailure('')
    setSeen(unseen)
    cameBack.current = to < index
    save({ step: to, place: open(opens) ?? place, ...changes })
  }
  const others = progress.skipped.filter((one) => one !== index)
  const advance = () => go(index + 1, { skipped: others })
  const skip = () => go(index + 1, { skipped: seen.isDone ? others : [...others, index] })
  return { steps, seen, setSeen, failure, setFailure, cameBack, save, end, open, go, advance, skip, follow }
}

type Moves = ReturnType<typeof useProgress>

/** Looks where the step is on the page, and whether it is done. @returns whether its element has not come in time */
function useLook({ progress, step }: StepProps, moves: Moves, card: RefObject<HTMLElement | null>): boolean {
  const { step: index, place, skipped } = progress
  const { steps, seen, setSeen, cameBack, save, open, advance } = moves
  /** Where the element was when it was last looked at. */
  const wasAt = useRef(Number.POSITIVE_INFINITY)
  /** Who scrolls wants to see something else. */
  const hasScrolled = useRef(false)
  const [lateStep, setLateStep] = useState<number>()
  const isPhone = useIsPhone()
  const show = useEffectEvent(() => {
    const target = findTarget(step)
    if (target) scrollTo(target, card.current)
    const { activeElement } = document
    // What had the focus may be gone with the page of the step before; or the page gave it to an empty field, where the key of
    // the step would be a letter.
    const isEmptyField = activeElement instanceof HTMLTextAreaElement && activeElement.value === ''
    if (activeElement === document.body || (step.act && isEmptyField)) card.current?.focus({ preventScroll: true })
  })
  const look = useEffectEvent(() => {
    const isDone = isShown(step.until)
    if (isDone && !cameBack.current) return advance()
    const left = skipped.filter((one) => !isShown(steps[one]?.until))
    const [at] = place?.split('?') ?? []
    const isHere = at === undefined ? step.opens === undefined : window.location.pathname.startsWith(at)
    // Another page may have something like it.
    const target = step.opens === undefined || isHere ? findTarget(step) : undefined
    const isModal = isUnderDialog()
    const here = window.location.pathname + window.location.search
    // The step can be done here: a later visit goes on from this address.
    if (left.length < skipped.length || (target && here !== place))
      save({ skipped: left, place: target ? here : place })
    const height = card.current?.offsetHeight ?? 0
    const beside = target && !isPhone ? placeBeside(target, height) : {}
    const next: Seen = {
      // Over a dialog the card would cover what is to be chosen in it.
      ...(isModal ? { mark: beside.mark } : beside),
      isThere: target !== undefined,
      isLedTo: target !== undefined && !isShown(step.target),
      isDone,
      isHere,
      isModal,
      // A phone's dialogs come from its foot.
      isHigh: isPhone && (isModal || (target !== undefined && isUnderCard(target, height))),
    }
    const top = target?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
    const isMoved = !hasScrolled.current && top !== wasAt.current
    // What loads above it pushes it away.
    if (target && isMoved && !isTall(target) && isHidden(target, card.current)) show()
    wasAt.current = top
    setSeen((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  })
  useEffect(
    () =>
      listenToPage({
        onChange: () => look(),
        onScroll: () => {
          hasScrolled.current = true
        },
        onPress: (pressed) => {
          if (!card.current?.contains(pressed)) cameBack.current = false
        },
      }),
    [card, cameBack],
  )

  const begin = useEffectEvent(() => {
    hasScrolled.current = false
    const opened = index === 0 && place === undefined ? open(step.opens) : undefined
    if (opened) save({ place: opened })
    look()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins once
  useEffect(() => begin(), [index])
  // Once for each step whose element is there.
  useEffect(() => {
    if (seen.isThere) return show()
    const timer = setTimeout(() => setLateStep(index), patience)
    return () => {
      clearTimeout(timer)
      setLateStep(undefined)
    }
  }, [seen.isThere, index])
  return !seen.isThere && lateStep === index
}

/** Does for the visitor what a step asks for. */
function useAct({ environment, step }: StepProps, { cameBack, setFailure }: Moves) {
  const [isBusy, setBusy] = useState(false)
  const router = useRouter()

  async function give(what: 'letter' | 'bank-file') {
    const { practiceBankFile, practiceLetter } = await import('./practice-data')
    if (what === 'bank-file') return chooseFile(await practiceBankFile(environment))
    const { lookupPath } = await import('@/components/lookup/open-lookup')
    router.push(await lookupPath(environment, await practiceLetter(environment)))
  }

  async function act(wanted: TourAct) {
    if (isBusy) return
    cameBack.current = false
    setFailure('')
    if (wanted.kind === 'press') return press(step.target)
    if (wanted.kind === 'fill') {
      for (const [css, value] of wanted.values) {
        enter(css, value)
        // A choice may bring the next field.
        await new Promise(requestAnimationFrame)
      }
      if (wanted.press) press(wanted.press)
      return
    }
    setBusy(true)
    try {
      await give(wanted.what)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'This did not work. Try again.')
    }
    setBusy(false)
  }
  return { act, isBusy }
}

function Tour(props: StepProps) {
  const { person, roles, rights, progress, step } = props
  const { key, step: index, place, skipped } = progress
  const card = useRef<HTMLElement>(null)
  const moves = useProgress(props)
  const { steps, seen, failure, end, go, advance, skip, follow } = moves
  const isLate = useLook(props, moves, card)
  const { act, isBusy } = useAct(props, moves)
  const hasKeys = useHasKeys()
  const shortcut = useShortcut(tourKey.key)
  const { title, what, why, via, act: own, until } = step
  const isLast = index === steps.length - 1
  const offered = toursFor(roles, rights)
  const nextTour = isLast ? offered[offered.indexOf(key) + 1] : undefined
  const elsewhere = isLate && !seen.isHere ? place : undefined
  const isMissing = isLate && elsewhere === undefined && !seen.isDone
  /** The last step that was skipped and that this one needs. */
  const needed = skipped.findLast((one) => one < index && (steps[one]?.isNeeded || (isMissing && one === index - 1)))
  const needsStepBefore = isMissing && index > 0 && (own ?? until) !== undefined

  /** The card's primary button; a step that only waits has none. */
  function primaryAction(): { label: string; run: () => void } | undefined {
    if (needed !== undefined) {
      const opens = steps.slice(0, needed + 1).findLast((one) => one.opens)?.opens
      return { label: 'Go back to it', run: () => go(needed, {}, opens) }
    }
    if (elsewhere !== undefined) return { label: 'Go to this step', run: () => follow(elsewhere) }
    if (needsStepBefore) return { label: 'Go back to it', run: () => go(index - 1) }
    if (seen.isDone) return { label: 'Next', run: advance }
    if (seen.isLedTo && via) return { label: via.label, run: () => press(via) }
    if (own) return seen.isThere ? { label: own.label, run: () => void act(own) } : undefined
    return until ? undefined : { label: isLast ? 'Finish' : 'Next', run: advance }
  }
  const primary = primaryAction()
  return (
    <>
      {seen.mark && (
        <div
          aria-hidden
          className="pointer-events-none fixed z-(--z-toast) rounded-3 border-2 border-env print:hidden"
          style={seen.mark}
        />
      )}
      <section
        ref={card}
        tabIndex={-1}
        data-tour={key}
        aria-label={`Tour, step ${index + 1} of ${steps.length}`}
        className={`fixed z-(--z-toast) w-[392px] animate-open rounded-3 border border-hairline-strong bg-raised px-4 pt-3 pb-4 text-ink shadow-menu outline-none max-sm:inset-x-2 max-sm:w-auto sm:right-4 sm:bottom-4 print:hidden ${seen.isHigh ? 'max-sm:top-8' : 'max-sm:bottom-[68px]'}`}
        style={seen.card && { ...seen.card, right: 'auto', bottom: 'auto' }}
      >
        {/* Announces each step, and stays readable while a dialog hides what is around it. */}
        <div aria-live="polite">
          <p className="text-sm text-ink-3">
            Step {index + 1} of {steps.length} <span className="sr-only">of the tour {tourNames[key].title}</span>
          </p>
          <h2>{title}</h2>
          <p className="mt-1 text-ink-2">
            {what} {why}
          </p>
          {needed !== undefined ? (
            <p className="mt-1">This needs “{steps[needed]?.title}”, which you skipped.</p>
          ) : (
            needsStepBefore && <p className="mt-1">This needs the step before it.</p>
          )}
        </div>
        {failure && (
          <p role="alert" className="mt-2 text-bad">
            {failure}
          </p>
        )}
        {/* A dialog has the keyboard until it is closed. */}
        {!seen.isModal && (
          <div className="mt-3 grid justify-items-start gap-1 max-sm:justify-items-stretch">
            {primary && (
              <Button kind="primary" {...shortcut} aria-busy={isBusy || undefined} onClick={primary.run}>
                {primary.label}
                {hasKeys && (
                  <kbd className="border-current bg-transparent text-inherit max-sm:hidden">{tourKey.key}</kbd>
                )}
              </Button>
            )}
            {/* Always in one place: the finger that skips a step may be there for the next. */}
            <div className="-mx-2 -mb-2 flex flex-wrap justify-self-stretch">
              {!isLast && (
                <Button kind="plain" className={own || until ? '' : 'invisible'} onClick={skip}>
                  Skip step
                </Button>
              )}
              {index > 0 && !isLast && (
                <Button kind="plain" onClick={() => go(index - 1)}>
                  Back
                </Button>
              )}
              {nextTour && (
                <Button
                  kind="plain"
                  onClick={() => {
                    end(true)
                    beginTour(person, nextTour)
                  }}
                >
                  Next tour: {tourNames[nextTour].title}
                </Button>
              )}
              <Button
                kind="plain"
                className="ml-auto"
                data-key="Escape"
                aria-keyshortcuts="Escape"
                onClick={() => end(false)}
              >
                End tour
              </Button>
            </div>
          </div>
        )}
      </section>
    </>
  )
}
