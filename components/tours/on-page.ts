/** How a tour works on the page: finds, presses and fills in elements, and places its card beside them. */
import { isVisible } from '@/components/ui/shortcuts'
import type { Target } from './steps'

export function find({ css, text }: Target): HTMLElement | undefined {
  const found = [...document.querySelectorAll<HTMLElement>(css)]
  return found.find(
    (one) => isVisible(one) && !one.matches(':disabled') && (text === undefined || one.textContent?.includes(text)),
  )
}

export const isShown = (target: Target | undefined) => target !== undefined && find(target) !== undefined

/** An open dialog keeps the keyboard. */
export const isUnderDialog = () => [...document.querySelectorAll('[role="dialog"][aria-modal]')].some(isVisible)

/** Presses an element. The label of a field would take the focus, and with it the keys of the page. */
export function press(target: Target): void {
  const before = document.activeElement
  find(target)?.click()
  const after = document.activeElement
  if (after === before || !(after instanceof HTMLInputElement)) return
  after.blur()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
}

/** Enters a value as a keyboard would: React listens to the event, and reads the element. */
export function enter(css: string, value: string): void {
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
export function chooseFile(file: File): void {
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

/** Where the card and the mark stand, px from the window's edges; the card is in the corner where there is no room beside the element. */
export type Place = { mark?: Record<'top' | 'left' | 'width' | 'height', number>; card?: { top: number; left: number } }

export function placeBeside(target: HTMLElement, cardHeight: number): Place {
  const { top, bottom, left, width, height } = target.getBoundingClientRect()
  const mark = { top: top - 4, left: left - 4, width: width + 8, height: height + 8 }
  const isBelow = window.innerHeight - bottom > cardHeight + 2 * gap
  const isAbove = top > cardHeight + 2 * gap + 80
  if (!isBelow && !isAbove) return { mark }
  const within = Math.max(8, Math.min(left, document.documentElement.clientWidth - cardWidth - 8))
  return { mark, card: { top: isBelow ? bottom + gap : top - gap - cardHeight, left: within } }
}

/** Whether the card at the foot of a phone would cover an element that the card at its head would not. */
export function isUnderCard(target: HTMLElement, cardHeight: number): boolean {
  const { top, bottom } = target.getBoundingClientRect()
  return bottom > window.innerHeight - cardHeight - phoneFoot && top > cardHeight + phoneHead
}

/** Whether its middle is out of the window, or behind something else than the card. */
export function isHidden(target: HTMLElement, card: HTMLElement | null): boolean {
  const { top, bottom, left, right } = target.getBoundingClientRect()
  const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return !target.contains(shown) && !card?.contains(shown)
}

export const isTall = (target: HTMLElement) => target.offsetHeight > window.innerHeight / 3

/** Scrolls to an element: below the bars of the page, and with room for the card. */
export function scrollTo(target: HTMLElement, card: HTMLElement | null): void {
  const { top, bottom } = target.getBoundingClientRect()
  if (top < topRoom || bottom > window.innerHeight - bottomRoom)
    target.scrollIntoView({ block: isTall(target) ? 'start' : 'center' })
  // The rehearsal takes the foot of a phone.
  if (isHidden(target, card)) target.scrollIntoView({ block: 'start' })
}

type Listeners = { onChange: () => void; onScroll: () => void; onPress: (pressed: Node) => void }

/**
 * Reports changes of the screen, at most once a frame, and what the visitor scrolls and presses.
 * @returns a function that stops it
 */
export function listenToPage({ onChange, onScroll, onPress }: Listeners): () => void {
  let frame = 0
  const soon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(onChange)
  }
  const observer = new MutationObserver(soon)
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal }
  for (const event of ['scroll', 'resize', 'input', 'change', 'transitionend', 'popstate'])
    window.addEventListener(event, soon, options)
  for (const event of ['wheel', 'touchmove', 'keydown']) window.addEventListener(event, onScroll, options)
  window.addEventListener('click', ({ target }) => onPress(target as Node), options)
  soon()
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    controller.abort()
  }
}
