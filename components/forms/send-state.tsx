'use client'
import { CircleHelp, LoaderCircle, Lock, OctagonX } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { Note } from '@/components/ui/note'
import { useNow } from '@/components/ui/now'
import { Moment } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { intentStateText } from '@/lib/browser/intents'
import { freeLeave } from './leave-guard'
import type { Sending } from './use-sending'

type SendStateProps = {
  sending: Sending
  environment: Environment
  /** What is sent: "order". */
  thing: string
  intent: string
  waitMillis?: number
  /** An earlier press may have arrived without an answer. */
  mayHaveArrived: boolean
  /** Whose reference it carries: one made here, one that was typed, or none. */
  reference: 'made' | 'typed' | 'none'
  /** Makes another write of the same values. */
  onRenew: () => void
}

/** How far apart the presses of a double click may be. */
const doubleClickMillis = 500

/** What is known of the sending, under its button: that it is on its way, or truly what stopped it. */
export function SendState(props: SendStateProps) {
  const { sending } = props
  const box = useRef<HTMLDivElement>(null)
  const { step } = sending
  useEffect(() => {
    if (step === 'idle') return
    // The button may stand at the very foot of the window; it stays where it is until a double click is over.
    const timer = setTimeout(() => box.current?.scrollIntoView({ block: 'nearest' }), doubleClickMillis)
    return () => clearTimeout(timer)
  }, [step])
  return (
    <div ref={box} className="scroll-mb-4">
      {/* There from the start, so that what comes into it is read aloud. */}
      <p role="status" className="sr-only">
        {sending.step === 'sending' && 'Sending. This page waits for the answer of the provider.'}
        {sending.step === 'done' && 'Done. The result opens.'}
      </p>
      {sending.step === 'sending' && <OnItsWay since={sending.since} waitMillis={props.waitMillis} />}
      {sending.step === 'stopped' && (
        <div className="mt-5">
          <Stopped {...props} sending={sending} />
        </div>
      )}
    </div>
  )
}

const inSeconds = (millis: number) => `${Math.max(0, Math.ceil(millis / 1000))} s`

function OnItsWay({ since, waitMillis }: { since: number; waitMillis?: number }) {
  const gone = useNow(250) - since
  const left = (waitMillis ?? 0) - gone
  const words = waitMillis
    ? left > 0
      ? `Waiting for a fill, ${inSeconds(left)} left. Then the answer comes as it is.`
      : `The wait of ${inSeconds(waitMillis)} is over; the answer is on its way.`
    : gone < 2_000
      ? 'On its way to the provider.'
      : `On its way for ${inSeconds(gone)}. This page waits for the answer.`
  return (
    <p aria-hidden className="mt-4 flex items-center gap-2 text-ink-2">
      <LoaderCircle className="turning" />
      {words}
    </p>
  )
}

type StoppedProps = SendStateProps & { sending: Extract<Sending, { step: 'stopped' }> }

function Stopped({ sending, environment, thing, intent, mayHaveArrived, reference, onRenew }: StoppedProps) {
  const { error, following, at } = sending
  const { problem } = error
  const said = [problem.title, problem.detail].filter(Boolean).join(' ')
  const activity = (
    <Link className={buttonClass('outline', 'note')} href={`/${environment}/activity/${intent}`} {...freeLeave}>
      See it in Activity
    </Link>
  )
  if (following.to === 'sign-in') return <SignInAgain mayHaveArrived={mayHaveArrived} />
  if (following.to !== 'stay') return null
  const about = (
    <p className="text-sm">
      <Moment at={at} />
      {problem.request_id && (
        <>
          , request id <ShortId id={problem.request_id} what="request id" head={32} />
        </>
      )}
    </p>
  )
  switch (following.why) {
    case 'refused':
      return (
        <Stop title="Refused." text={said} about={about}>
          Nothing was made of it. The next press sends a new {thing}
          {reference === 'made' && ', with a reference of its own'}
          {reference === 'typed' && ', with the reference that you typed'}.
        </Stop>
      )
    case 'kept':
      return (
        <Stop title="Not sent." text={said} about={about}>
          The {thing} is recorded here and has not left. Press again to send it.
        </Stop>
      )
    case 'reused':
      return (
        <Stop
          title="Sent before, with other values."
          text={`This ${thing}, as it was then, has reached Mintdesk already: from another tab, or before it was changed.`}
          acts={
            <>
              {activity}
              <Button size="note" onClick={onRenew}>
                Make this a new {thing}
              </Button>
            </>
          }
        >
          {intentStateText(error)} Look at that one first. Nothing more was sent now.
        </Stop>
      )
    case 'not-taken':
      return (
        <Stop title="Not sent." text={said} about={about}>
          {mayHaveArrived
            ? 'Nothing more was sent now. What was sent before may have arrived.'
            : 'Nothing was recorded and nothing has left.'}
        </Stop>
      )
    case 'person-changed':
      return (
        <Stop title={problem.title} text={problem.detail ?? ''} acts={<Reload />}>
          The draft stays in this tab for the person who wrote it.
          {mayHaveArrived && ' What was sent before may have arrived.'}
        </Stop>
      )
    case 'unheard':
      return (
        <Note tone="unknown" icon={CircleHelp} role="alert" acts={activity}>
          <p>
            <b>Not known whether it arrived.</b> {problem.title}
          </p>
          <p>Press again: the same {thing} is carried out once at most, whichever press arrives.</p>
          {about}
        </Note>
      )
  }
}

type StopProps = { title: string; text: string; about?: ReactNode; acts?: ReactNode; children: ReactNode }

function Stop({ title, text, about, acts, children }: StopProps) {
  return (
    <Note tone="bad" icon={OctagonX} role="alert" acts={acts}>
      <p>
        <b>{title}</b> {text}
      </p>
      <p>{children}</p>
      {about}
    </Note>
  )
}

/** A plain link, so that the page is loaded anew for whoever is signed in now. */
function Reload() {
  return (
    <a className={buttonClass('outline', 'note')} href={usePathname()} {...freeLeave}>
      Reload
    </a>
  )
}

function SignInAgain({ mayHaveArrived }: Pick<SendStateProps, 'mayHaveArrived'>) {
  const path = usePathname()
  return (
    <Note
      tone="wait"
      icon={Lock}
      role="alert"
      acts={
        <a
          className={buttonClass('outline', 'note')}
          href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`}
          {...freeLeave}
        >
          Sign in
        </a>
      }
    >
      <p>
        <b>Signed out. {mayHaveArrived ? 'Nothing more was sent.' : 'Nothing was sent.'}</b> What you typed is kept in
        this tab. Sign in as the same person to continue where you left off.
      </p>
    </Note>
  )
}
