'use client'
/**
 * One step of a tour, beside the element that it is about. It covers nothing, takes no focus that a person uses, and presses
 * only what they could press. A step is done when the page shows it, not when its button was pressed.
 */
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFollow } from '@/components/ui/address'
import { useIsPhone } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { useHasKeys, useShortcut } from '@/components/ui/preferences'
import { isVisible, tourKey } from '@/components/ui/shortcuts'
import { nowBy } from '@/lib/browser/clocks'
import { type Target, type TourAct, type TourStep, tourSteps } from './steps'
import { type TourProps, tourNames, toursFor } from './tour-list'
import { beginTour, endTour, saveTour, type TourProgress, useRunningTour } from './tour-state'

function find({ css, text }: Target): HTMLElement | undefined {
  const found = [...document.querySelectorAll<HTMLElement>(css)]
  return found.find(
    (one) => isVisible(one) && !one.matches(':disabled') && (text === undefined || one.textContent?.includes(text)),
  )
}

const findTarget = ({ target, via }: TourStep) => find(target) ?? (via && find(via))

/** Presses an element. The label of a field would take the focus, and with it the keys of the page. */
function press(target: Target): void {
  const before = document.activeElement
  find(target)?.click()
  const after = document.activeElement
  if (after === before || !(after instanceof HTMLInputElement)) return
  after.blur()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
}

/** Enters a value as a keyboard would: React listens to the event, and reads the element. */
function enter(css: string, value: string): void {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(css)
  if (!field) return
  if (field.type === 'radio') {
    field.click()
    return
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** Chooses a file in the file field of the page, as its dialog would. */
function chooseFile(file: File): void {
  const field = document.querySelector<HTMLInputElement>('#main input[type="file"]')
  if (!field) return
  const files = new DataTransfer()
  files.items.add(file)
  field.files = files.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

const cardWidth = 392
const gap = 14
/** px above and below an element that is shown: the bars of the page, and the card. */
const topRoom = 110
const bottomRoom = 260
/** px of a phone's window above the card at its head, and below the card at its foot. */
const phoneHead = 40
const phoneFoot = 76
/** ms that a page has to show the element of a step. */
const patience = 1_000

/** Where the card and the mark stand, px from the window's edges; the card is in the corner where there is no room beside the element. */
type Place = { mark?: Record<'top' | 'left' | 'width' | 'height', number>; card?: { top: number; left: number } }

function placeBeside(target: HTMLElement, cardHeight: number): Place {
  const { top, bottom, left, width, height } = target.getBoundingClientRect()
  const mark = { top: top - 4, left: left - 4, width: width + 8, height: height + 8 }
  const isBelow = window.innerHeight - bottom > cardHeight + 2 * gap
  const isAbove = top > cardHeight + 2 * gap + 80
  if (!isBelow && !isAbove) return { mark }
  const within = Math.max(8, Math.min(left, document.documentElement.clientWidth - cardWidth - 8))
  return { mark, card: { top: isBelow ? bottom + gap : top - gap - cardHeight, left: within } }
}

/** Whether the card at the foot of a phone would cover an element that the card at its head would not. */
function isUnderCard(target: HTMLElement, cardHeight: number): boolean {
  const { top, bottom } = target.getBoundingClientRect()
  return bottom > window.innerHeight - cardHeight - phoneFoot && top > cardHeight + phoneHead
}

/** Whether its middle is out of the window, or behind something else than the card. */
function isHidden(target: HTMLElement, card: HTMLElement | null): boolean {
  const { top, bottom, left, right } = target.getBoundingClientRect()
  const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return !target.contains(shown) && !card?.contains(shown)
}

const isTall = (target: HTMLElement) => target.offsetHeight > window.innerHeight / 3

/**
 * `isLedTo` while only what leads to it is there; `isDone` on a step that the visitor came back to; `isHere` unless they went to
 * another page; `isModal` while a dialog has the keyboard; `isHigh` while the card leaves the foot of a phone free.
 */
type Seen = Place & Record<'isThere' | 'isLedTo' | 'isDone' | 'isHere' | 'isModal' | 'isHigh', boolean>
const unseen: Seen = { isThere: false, isLedTo: false, isDone: false, isHere: true, isModal: false, isHigh: false }

/** The tour that runs in this tab. */
export default function RunningTour(props: TourProps) {
  const progress = useRunningTour(props.person)
  return progress && <Tour {...props} progress={progress} />
}

function Tour({ environment, person, roles, rights, progress }: TourProps & { progress: TourProgress }) {
  const { key, step: index, place } = progress
  const steps = tourSteps[key]
  const step = steps[index]
  const card = useRef<HTMLElement>(null)
  /** Where the element was when it was last looked at. */
  const wasAt = useRef(Number.POSITIVE_INFINITY)
  /** Who scrolls wants to see something else. */
  const hasScrolled = useRef(false)
  const cameBack = useRef(false)
  const [seen, setSeen] = useState(unseen)
  const [lateStep, setLateStep] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const router = useRouter()
  const follow = useFollow()
  const hasKeys = useHasKeys()
  const isPhone = useIsPhone()
  const shortcut = useShortcut(tourKey.key)

  const end = (isFinished: boolean) => {
    endTour(person, isFinished)
    announce(isFinished ? 'The tour is finished.' : 'The tour has ended. The command palette resumes it.')
  }
  /** Opens the page of a step, if it has one of its own. @returns its address */
  const open = (opens: (typeof steps)[number]['opens']) => {
    if (opens === undefined) return undefined
    const href = `/${environment}${typeof opens === 'string' ? opens : opens(nowBy('provider', environment))}`
    if (href !== window.location.pathname + window.location.search) follow(href)
    return href
  }
  const go = (to: number) => {
    const next = steps[to]
    if (!next) return end(true)
    setFailure('')
    setSeen(unseen)
    cameBack.current = to < index
    saveTour(person, { key, step: to, place: open(next.opens) ?? place })
  }
  const advance = () => go(index + 1)

  const show = useEffectEvent(() => {
    const target = step && findTarget(step)
    if (target) {
      const { top, bottom } = target.getBoundingClientRect()
      // Below the bars of the page, and with room for the card.
      if (top < topRoom || bottom > window.innerHeight - bottomRoom)
        target.scrollIntoView({ block: isTall(target) ? 'start' : 'center' })
      // The rehearsal takes the foot of a phone.
      if (isHidden(target, card.current)) target.scrollIntoView({ block: 'start' })
    }
    const { activeElement } = document
    // What had the focus may be gone with the page of the step before; or the page gave it to an empty field, where the key of
    // the step would be a letter.
    const isEmptyField = activeElement instanceof HTMLTextAreaElement && activeElement.value === ''
    if (activeElement === document.body || (step?.act && isEmptyField)) card.current?.focus({ preventScroll: true })
  })
  const look = useEffectEvent(() => {
    if (!step) return end(true)
    const isDone = step.until !== undefined && find(step.until) !== undefined
    if (isDone && !cameBack.current) return advance()
    const [at] = place?.split('?') ?? []
    const isHere = at === undefined ? step.opens === undefined : window.location.pathname.startsWith(at)
    // Another page may have something like it.
    const target = step.opens === undefined || isHere ? findTarget(step) : undefined
    const isModal = [...document.querySelectorAll('[role="dialog"][aria-modal]')].some(isVisible)
    const here = window.location.pathname + window.location.search
    // The step can be done here: a later visit goes on from this address.
    if (target && here !== place) saveTour(person, { key, step: index, place: here })
    const beside = target && !isPhone ? placeBeside(target, card.current?.offsetHeight ?? 0) : {}
    const next: Seen = {
      // Over a dialog the card would cover what is to be chosen in it.
      ...(isModal ? { mark: beside.mark } : beside),
      isThere: target !== undefined,
      isLedTo: target !== undefined && !find(step.target),
      isDone,
      isHere,
      isModal,
      // A phone's dialogs come from its foot.
      isHigh: isPhone && (isModal || (target !== undefined && isUnderCard(target, card.current?.offsetHeight ?? 0))),
    }
    const top = target?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
    const isMoved = !hasScrolled.current && top !== wasAt.current
    // What loads above it pushes it away.
    if (target && isMoved && !isTall(target) && isHidden(target, card.current)) show()
    wasAt.current = top
    setSeen((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  })
  // Everything that can change what is on screen, at most once a frame.
  useEffect(() => {
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => look())
    }
    const observer = new MutationObserver(soon)
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    for (const event of ['scroll', 'resize', 'input', 'change', 'transitionend', 'popstate'])
      window.addEventListener(event, soon, options)
    const noteScroll = () => {
      hasScrolled.current = true
    }
    for (const event of ['wheel', 'touchmove', 'keydown']) window.addEventListener(event, noteScroll, options)
    const notePress = ({ target }: Event) => {
      if (!card.current?.contains(target as Node)) cameBack.current = false
    }
    window.addEventListener('click', notePress, options)
    soon()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      controller.abort()
    }
  }, [])

  const begin = useEffectEvent(() => {
    if (!step) return
    hasScrolled.current = false
    if (index === 0 && place === undefined) {
      const opened = open(step.opens)
      if (opened) saveTour(person, { key, step: 0, place: opened })
    }
    look()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins once
  useEffect(() => begin(), [index])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step whose element is there
  useEffect(() => {
    if (seen.isThere) show()
  }, [seen.isThere, index])

  useEffect(() => {
    if (seen.isThere) return
    const timer = setTimeout(() => setLateStep(index), patience)
    return () => {
      clearTimeout(timer)
      setLateStep(undefined)
    }
  }, [seen.isThere, index])

  async function give(what: 'letter' | 'bank-file') {
    const { practiceBankFile, practiceLetter } = await import('./practice-data')
    if (what === 'bank-file') return chooseFile(await practiceBankFile(environment))
    const { lookupPath } = await import('@/components/lookup/open-lookup')
    router.push(await lookupPath(environment, await practiceLetter(environment)))
  }

  async function act(wanted: TourAct) {
    if (isBusy || !step) return
    cameBack.current = false
    setFailure('')
    if (wanted.kind === 'fill') {
      for (const [css, value] of wanted.values) {
        enter(css, value)
        // A choice may bring the next field.
        await new Promise(requestAnimationFrame)
      }
      if (wanted.press) press(wanted.press)
    }
    if (wanted.kind === 'press') press(step.target)
    if (wanted.kind !== 'give') return
    setBusy(true)
    try {
      await give(wanted.what)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'This did not work. Try again.')
    }
    setBusy(false)
  }

  if (!step) return null
  const { title, what, why, via, act: own, until } = step
  const isLast = index === steps.length - 1
  const offered = toursFor(roles, rights)
  const nextTour = isLast ? offered[offered.indexOf(key) + 1] : undefined
  const isLate = !seen.isThere && lateStep === index
  const isElsewhere = isLate && !seen.isHere && place !== undefined
  const needsStepBefore = isLate && !isElsewhere && !seen.isDone && index > 0 && (own ?? until) !== undefined
  const primary = isElsewhere
    ? { label: 'Go to this step', run: () => follow(place) }
    : needsStepBefore
      ? { label: 'Go back to it', run: () => go(index - 1) }
      : seen.isDone
        ? { label: 'Next', run: advance }
        : seen.isLedTo && via
          ? { label: via.label, run: () => press(via) }
          : own
            ? seen.isThere && { label: own.label, run: () => void act(own) }
            : !until && { label: isLast ? 'Finish' : 'Next', run: advance }
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
          {needsStepBefore && <p className="mt-1">This needs the step before it.</p>}
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
                <Button kind="plain" className={own || until ? '' : 'invisible'} onClick={advance}>
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
