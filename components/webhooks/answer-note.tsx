import { CircleCheck, OctagonX } from 'lucide-react'
import { Note } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { visibleText } from '@/lib/domain/invisible-characters'
import type { WebhookAnswer } from '@/lib/features/webhooks/interface'

/** How a receiver answered a message that was sent at once. @param what completes "The receiver accepted …" */
export function AnswerNote({ answer, what }: { answer: WebhookAnswer; what: string }) {
  const { at, millis, status, problem, answer: text } = answer
  const title = problem ? `The receiver did not accept ${what}.` : `The receiver accepted ${what} with ${status}.`
  return (
    <Note tone={problem ? 'bad' : 'ok'} icon={problem ? OctagonX : CircleCheck} className="mt-2" title={title}>
      {problem} <Time value={at} withZone />, after {millis.toLocaleString('en-US')} ms
      {text ? ', it answered:' : status !== undefined && ', it answered without a text.'}
      {text && (
        <code className="mt-1 block font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
          {visibleText(text)}
        </code>
      )}
    </Note>
  )
}
