'use client'
import {
  Ban,
  CircleQuestionMark,
  CornerUpLeft,
  type LucideIcon,
  NotebookPen,
  Pencil,
  RotateCw,
  Send,
  Unplug,
} from 'lucide-react'
import { Section } from '@/components/ui/section'
import type { Tone } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import type { IntentEvent, IntentEventKind } from '@/lib/api/intents'

const looks: Record<IntentEventKind, { word: string; tone: Tone; icon: LucideIcon }> = {
  prepared: { word: 'Prepared', tone: 'off', icon: Pencil },
  sent: { word: 'Sent', tone: 'busy', icon: Send },
  'not-sent': { word: 'Not sent', tone: 'off', icon: Unplug },
  answered: { word: 'Answered', tone: 'ok', icon: CornerUpLeft },
  lost: { word: 'No answer', tone: 'unknown', icon: CircleQuestionMark },
  asked: { word: 'Checked', tone: 'busy', icon: RotateCw },
  noted: { word: 'Noted', tone: 'off', icon: NotebookPen },
  withdrawn: { word: 'Withdrawn', tone: 'off', icon: Ban },
}

/** An answer that refuses is no good end. */
const toneOf = ({ kind, status = 200 }: IntentEvent): Tone =>
  kind === 'answered' && status >= 400 && status !== 409 ? 'bad' : looks[kind].tone

/** Everything that happened to an intent, oldest first: when, who, what came of it. @param now ms since 1970 */
export function HistoryPart({ events, now }: { events: readonly IntentEvent[]; now: number }) {
  const { name } = useZone()
  return (
    <Section title="History" more={`times in ${name}`}>
      <ol className="mt-4">
        {events.map((one) => {
          const { word, icon: Icon } = looks[one.kind]
          return (
            <li
              key={`${one.at} ${one.kind} ${one.words}`}
              className="relative grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-hairline-strong not-last:before:content-['']"
            >
              <Icon className={`tone-${toneOf(one)} mt-0.5 text-tone`} />
              <b className="font-label [overflow-wrap:anywhere]">
                {word}
                {one.status !== undefined && `, ${one.status}`}
                {one.person && <span className="font-text text-ink-2"> by {one.person}</span>}
              </b>
              <span className="text-ink-2">
                <Time value={one.at} now={now} />
              </span>
              <p className="col-span-2 col-start-2 text-ink-2 [overflow-wrap:anywhere]">{one.words}</p>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
