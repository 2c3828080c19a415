import { Send } from 'lucide-react'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button'
import { Note } from '@/components/ui/note'
import type { Environment } from '@/lib/api/environments'
import { freeLeave } from './leave-guard'

type MaybeSentProps = { environment: Environment; thing: string; intent: string }

/** This very write was on its way when its page was left, and nobody here heard the end of it. */
export function MaybeSent({ environment, thing, intent }: MaybeSentProps) {
  return (
    <div className="mb-5 max-w-[640px]">
      <Note
        tone="unknown"
        icon={Send}
        acts={
          <Link className={buttonClass('outline', 'note')} href={`/${environment}/activity/${intent}`} {...freeLeave}>
            See what became of it
          </Link>
        }
      >
        <p>
          <b>This {thing} may have been sent.</b> It was on its way when its page was left. Sending the same once more
          cannot make a second one.
        </p>
      </Note>
    </div>
  )
}
