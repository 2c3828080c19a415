'use client'
import { TriangleAlert } from 'lucide-react'
import { Section } from '@/components/ui/section'
import type { IntentDetail } from '@/lib/api/intents'
import { comparedMembers } from './conflict'

/** Both records side by side, what differs first and marked. */
export function ConflictPart({ intent }: { intent: IntentDetail }) {
  const members = comparedMembers(intent)
  if (!members) return null
  return (
    <Section title="Asked for, and there" more="what differs stands first">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <section aria-label="Both records" tabIndex={0} className="scroll overflow-x-auto">
        <table
          className="records max-sm:table-fixed max-sm:[&_:is(th,td)]:py-1 max-sm:[&_:is(th,td)]:[overflow-wrap:anywhere] max-sm:[&_:is(th,td)]:whitespace-normal"
          aria-label="Asked for, and there"
        >
          <thead>
            <tr>
              <th scope="col" className="static!">
                Member
              </th>
              <th scope="col" className="static!">
                Asked for here
              </th>
              <th scope="col" className="static!">
                At the service
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map(({ name, asked, existing, isDifferent }) => (
              <tr key={name}>
                <th scope="row" className="font-mono text-sm text-ink-2">
                  {isDifferent && (
                    <span className="tone-bad mr-1.5 text-tone" title="Differs">
                      <TriangleAlert className="size-3.5" />
                      <span className="sr-only">Differs: </span>
                    </span>
                  )}
                  {name}
                </th>
                <Side text={asked} isDifferent={isDifferent} />
                <Side text={existing} isDifferent={isDifferent} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}

function Side({ text, isDifferent }: { text?: string; isDifferent: boolean }) {
  return (
    <td className={isDifferent ? 'font-label' : 'text-ink-2'}>
      {text ?? <span className="font-text text-ink-3">not said</span>}
    </td>
  )
}
