import { CircleCheck, OctagonX } from 'lucide-react'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/note'
import type { Environment } from '@/lib/api/environments'
import type { Earlier } from '@/lib/browser/form-drafts'
import { freeLeave } from './leave-guard'

type EarlierNoteProps = { environment: Environment; thing: string; earlier: Earlier }

/** What was sent from here has an end: what the form holds by now is another write. */
export function EarlierNote({ environment, thing, earlier: { intent, end } }: EarlierNoteProps) {
  const isSent = end === 'sent'
  return (
    <div className="mb-5 max-w-[640px]">
      <Note
        tone={isSent ? 'wait' : 'bad'}
        icon={isSent ? CircleCheck : OctagonX}
        role="alert"
        acts={
          <Link className={buttonClass('outline', 'note')} href={`/${environment}/activity/${intent}`} {...freeLeave}>
            {end === 'taken' ? 'See it beside what was asked' : 'See it in Activity'}
          </Link>
        }
      >
        {isSent && (
          <p>
            <b>That {thing} was sent.</b> What stands here is another one: sending it asks for a second.
          </p>
        )}
        {end === 'refused' && (
          <p>
            <b>That {thing} was refused.</b> Nothing was made of it. What stands here is sent as a new one.
          </p>
        )}
        {end === 'taken' && (
          <p>
            <b>That {thing} was refused.</b> The service has a record under this reference already.
          </p>
        )}
      </Note>
    </div>
  )
}
