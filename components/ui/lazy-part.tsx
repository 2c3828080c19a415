'use client'
import { Clock, OctagonX } from 'lucide-react'
import {
  Component,
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  useTransition,
} from 'react'
import { Button } from './button'
import { focusHeading } from './focus'
import { Note } from './status'
import { slowMillis, useDelayed } from './time'

/** Its code did not arrive. What a part throws while it is shown has other classes. */
class LostPart extends Error {}

type Loaded<Props> = { default: ComponentType<Props> }

/** What its place shows without it. */
export type Surroundings = {
  /** While it loads; by default nothing, and after five seconds a note. */
  whileLoading?: ReactNode
  /** If it cannot be shown; by default the note that says so. */
  renderLost?: (note: ReactNode) => ReactNode
}

/** What a dialog or menu calls to be closed, and after it closed. */
type Closing = { onClose?: () => void; onClosed?: () => void }

export type LatePart<Props> = ComponentType<Props & Surroundings> & {
  /** Loads its code before it is shown, so that it opens at once. Ends when the code is there, or did not arrive. */
  preload: () => Promise<unknown>
}

/**
 * A part of a page whose code is loaded when it is first shown. If the code does not arrive, or if the part throws, a note
 * takes its place and the rest of the page stays. "Try again" imports it anew; so do a connection that comes back and,
 * for a menu, opening it again.
 * @param what      the subject of the note: "The filter menu"
 * @param isOverlay for a dialog or menu, which has no place on the page: its note is at the foot of the window and can be
 *                  dismissed
 */
export function lazyPart<Props extends object>(
  what: string,
  load: () => Promise<Loaded<Props>>,
  { isOverlay = false } = {},
): LatePart<Props> {
  const fetchPart = async () => {
    try {
      const loaded = await load()
      // Shown at once from now on. React shows what `lazy` has suspended up to 300 ms late, also if its code is there.
      newest = loaded.default
      return loaded
    } catch (cause) {
      throw new LostPart(`${what} did not load.`, { cause })
    }
  }
  // `lazy` keeps a failure for ever. The bundler's loader forgets it, so that another import sends another request.
  let newest: ComponentType<Props> = lazy(fetchPart)

  // A failure shows when the part is shown.
  return Object.assign(LazyPart, { preload: () => fetchPart().catch(() => undefined) })

  function LazyPart({ whileLoading, renderLost = (note) => note, ...props }: Props & Surroundings) {
    const [Part, show] = useState(() => newest)
    const [attempt, setAttempt] = useState(0)
    const [isLoading, startLoading] = useTransition()
    const [hasFailedAgain, setFailedAgain] = useState(false)
    const { onClose, onClosed } = props as Closing
    const close = () => {
      onClose?.()
      onClosed?.()
    }
    const dismiss = isOverlay ? close : undefined
    // The note, and with it the focus, stays until the code is there.
    const retry = () => {
      if (isLoading) return
      startLoading(async () => {
        try {
          const loaded = await fetchPart()
          show(() => loaded.default)
          setAttempt(attempt + 1)
          focusHeading()
        } catch {
          setFailedAgain(true)
        }
      })
    }
    const renderNote = (isLost: boolean) =>
      renderLost(
        <LostNote
          what={what}
          isLost={isLost}
          isLoading={isLoading}
          retry={retry}
          dismiss={dismiss}
          mayReload={hasFailedAgain || !isLost}
        />,
      )
    return (
      <PartBoundary
        key={attempt}
        onLost={() => {
          if (newest === Part) newest = lazy(fetchPart)
        }}
        renderNote={renderNote}
      >
        <Suspense fallback={whileLoading ?? <LateNote what={what} dismiss={dismiss} />}>
          <Part {...(props as unknown as Props)} />
        </Suspense>
      </PartBoundary>
    )
  }
}

type BoundaryProps = { onLost: () => void; renderNote: (isLost: boolean) => ReactNode; children: ReactNode }

/** A class, because React has no hook for it. */
class PartBoundary extends Component<BoundaryProps, { thrown?: unknown; hasThrown: boolean }> {
  override state: { thrown?: unknown; hasThrown: boolean } = { hasThrown: false }
  static getDerivedStateFromError(thrown: unknown) {
    return { thrown, hasThrown: true }
  }
  override componentDidCatch(thrown: unknown) {
    if (thrown instanceof LostPart) this.props.onLost()
  }
  override render() {
    const { thrown, hasThrown } = this.state
    return hasThrown ? this.props.renderNote(thrown instanceof LostPart) : this.props.children
  }
}

type PartNoteProps = ComponentProps<typeof Note> & {
  /** Only of dialogs and menus. */
  dismiss?: () => void
}

/** In the part's place; of a dialog or menu at the foot of the window, above a phone's tabs. */
function PartNote({ dismiss, actions, ...note }: PartNoteProps) {
  if (!dismiss) return <Note {...note} actions={actions} className="my-2 text-left" />
  return (
    <div className="fixed inset-x-4 bottom-20 z-(--z-toast) mx-auto max-w-[560px] rounded-r-2 bg-raised text-ink shadow-menu sm:bottom-16 print:hidden">
      <Note
        {...note}
        actions={
          <>
            {actions}
            <Button kind="plain" size="small" onClick={dismiss}>
              Dismiss
            </Button>
          </>
        }
      />
    </div>
  )
}

type LostNoteProps = Pick<PartNoteProps, 'dismiss'> & {
  what: string
  isLost: boolean
  isLoading: boolean
  /** After a vain second try: the code is gone if Mintdesk was updated since the page was loaded. */
  mayReload: boolean
  retry: () => void
}

function LostNote({ what, dismiss, isLost, isLoading, mayReload, retry }: LostNoteProps) {
  const onOnline = useEffectEvent(retry)
  const opensItself = isLost && !dismiss
  useEffect(() => {
    // A menu that opened by itself would take the focus.
    if (!opensItself) return
    const listen = () => onOnline()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [opensItself])
  return (
    <PartNote
      tone="bad"
      icon={OctagonX}
      role="alert"
      dismiss={dismiss}
      title={isLost ? `${what} could not be loaded.` : `${what} could not be shown.`}
      actions={
        <>
          <Button size="small" aria-busy={isLoading || undefined} onClick={retry}>
            {isLoading ? 'Loading…' : 'Try again'}
          </Button>
          {mayReload && (
            <Button size="small" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
          )}
        </>
      }
    >
      {isLost
        ? 'The rest of the page still works. Check the connection.'
        : 'The error is in Mintdesk. Nothing was changed.'}
    </PartNote>
  )
}

/** Nothing, until loading has taken so long that the reader wonders. */
function LateNote({ what, dismiss }: Pick<LostNoteProps, 'what' | 'dismiss'>) {
  return (
    useDelayed(true, slowMillis) && (
      <PartNote tone="wait" icon={Clock} role="status" dismiss={dismiss} title={`${what} is still loading.`}>
        The connection is slow.
      </PartNote>
    )
  )
}
